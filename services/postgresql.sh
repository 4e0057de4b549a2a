#!/usr/bin/env bash
# A private PostgreSQL for tests and benchmarks, from the system's packages: on the loopback alone, on a free port, with
# a random password, its data in .services/ and nothing else touched. Starting what runs, and stopping what does not, is fine.
#
#   services/postgresql.sh start    starts it and prints its URL
#   services/postgresql.sh url      prints the URL of the one that runs
#   services/postgresql.sh crash    ends it at once, as a crash would; the data stay
#   services/postgresql.sh stop     stops it; the data stay
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
home=${TOOLTRAIL_SERVICES:-$root/.services}/postgresql
data=$home/data
umask 077

fail() {
    echo "postgresql: $1" >&2
    exit 1
}

# The newest server of the machine: where Debian keeps it, else on the path.
programs() {
    local found
    found=$(find /usr/lib/postgresql/*/bin -name pg_ctl 2>/dev/null | sort -V | tail -1)
    [ -n "$found" ] || found=$(command -v pg_ctl) || fail "no server programs found: install them (Debian: apt-get install postgresql)"
    dirname "$found"
}

# PostgreSQL refuses to run as root: then its own account, or nobody, runs it.
account() {
    if id -u postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi
}

as_owner() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid "$(account)" --regid "$(id -g "$(account)")" --clear-groups -- "$@"
    else
        "$@"
    fi
}

is_running() {
    [ -f "$data/PG_VERSION" ] && (cd / && as_owner "$bin/pg_ctl" --pgdata "$data" status >/dev/null 2>&1)
}

url() {
    echo "postgresql://tooltrail:$(cat "$home/password")@127.0.0.1:$(cat "$home/port")/tooltrail"
}

make_cluster() {
    mkdir -p "$home"
    head -c 18 /dev/urandom | base64 | tr '+/' '-_' >"$home/password"
    if [ "$(id -u)" = 0 ]; then
        chmod 755 "$(dirname "$home")"
        chown -R "$(account)" "$home"
        as_owner test -w "$home" || fail "the account $(account) cannot reach $home: set TOOLTRAIL_SERVICES to a folder that it can"
    fi
    rm -rf "$data"
    (cd / && as_owner "$bin/initdb" --pgdata "$data" --username tooltrail --pwfile "$home/password" \
        --auth scram-sha-256 --encoding UTF8 --no-locale --no-sync >"$home/initdb.log") || fail "initdb failed: see $home/initdb.log"
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

is_free() {
    python3 -c 'import socket, sys; socket.create_server(("127.0.0.1", int(sys.argv[1])))' "$1" 2>/dev/null
}

start() {
    if ! is_running; then
        [ -f "$data/PG_VERSION" ] || make_cluster
        { [ -f "$home/port" ] && is_free "$(cat "$home/port")"; } || free_port >"$home/port"
        # Durable enough for data that a test makes anew: a killed client loses nothing, a crash of the server may; who
        # crashes the server sets TOOLTRAIL_POSTGRESQL_OPTIONS='-c synchronous_commit=on'.
        (cd / && as_owner "$bin/pg_ctl" --pgdata "$data" --log "$home/server.log" --wait --silent \
            --options "-c listen_addresses=127.0.0.1 -p $(cat "$home/port") -c unix_socket_directories='' -c fsync=off \
-c synchronous_commit=off -c full_page_writes=off -c max_wal_size=4GB -c max_connections=100 \
${TOOLTRAIL_POSTGRESQL_OPTIONS:-}" start >/dev/null) ||
            fail "the server does not start: see $home/server.log"
        PGPASSWORD=$(cat "$home/password") "$bin/psql" --host 127.0.0.1 --port "$(cat "$home/port")" --username tooltrail \
            --dbname postgres --quiet --no-psqlrc --command 'CREATE DATABASE tooltrail' >/dev/null 2>&1 || true
    fi
    url
}

bin=$(programs)
case ${1:-} in
    start) start ;;
    url) is_running || fail "it does not run: services/postgresql.sh start"; url ;;
    stop) ! is_running || (cd / && as_owner "$bin/pg_ctl" --pgdata "$data" --mode fast --silent stop) ;;
    crash) ! is_running || (cd / && as_owner "$bin/pg_ctl" --pgdata "$data" --mode immediate --silent stop) ;;
    *) fail "say start, url, crash or stop" ;;
esac
