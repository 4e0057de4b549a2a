#!/usr/bin/env bash
# A private Apache Kafka for tests and benchmarks: one KRaft node from Maven, on the loopback alone, on free ports, its
# data in .services/ and nothing else touched. Starting what runs, and stopping what does not, is fine.
#
#   services/kafka.sh start      starts it and prints its bootstrap server; the data and the ports stay those of the last time
#   services/kafka.sh address    prints the bootstrap server of the one that runs
#   services/kafka.sh pid        prints its process id
#   services/kafka.sh kill       ends it as a crash would; the data stay
#   services/kafka.sh stop       stops it; the data stay
#
# Java 17 or newer and Maven must be there. The jars are fetched once, into the user's cache.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
home=${TOOLTRAIL_SERVICES:-$root/.services}/kafka
pom=$root/services/kafka.pom.xml
version=$(sed -n 's|.*kafka_2.13</artifactId><version>\(.*\)</version>.*|\1|p' "$pom")
jars=${TOOLTRAIL_KAFKA_JARS:-${XDG_CACHE_HOME:-$HOME/.cache}/tooltrail/kafka-$version}
umask 077

fail() {
    echo "kafka: $1" >&2
    exit 1
}

is_running() {
    [ -f "$home/pid" ] && kill -0 "$(cat "$home/pid")" 2>/dev/null &&
        tr '\0' ' ' <"/proc/$(cat "$home/pid")/cmdline" 2>/dev/null | grep -q "$home/server.properties"
}

address() {
    echo "127.0.0.1:$(cut -d ' ' -f 1 "$home/ports")"
}

# Two at once may fetch; the folder appears whole.
fetch_jars() {
    [ ! -d "$jars" ] || return 0
    command -v java >/dev/null || fail "java is missing: install it (Debian: apt-get install openjdk-17-jre-headless)"
    command -v mvn >/dev/null || fail "mvn is missing: install it (Debian: apt-get install maven)"
    mkdir -p "$(dirname "$jars")"
    local fresh
    fresh=$(mktemp -d "$jars.XXXXXX")
    mvn --quiet --batch-mode -Dstyle.color=never --file "$pom" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
        -DoutputDirectory="$fresh" -DincludeScope=runtime >&2 || fail "the jars cannot be fetched: check the network"
    mv -T "$fresh" "$jars" 2>/dev/null || rm -rf "$fresh"
}

free_ports() {
    python3 -c 'import socket
held = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(s.getsockname()[1] for s in held))'
}

are_free() {
    python3 -c 'import socket, sys
for port in sys.argv[1:]: socket.create_server(("127.0.0.1", int(port)))' "$@" 2>/dev/null
}

# One node serves every topic of Kafka's own as well; the listeners are named anew where another program took the ports.
configure() {
    local broker controller
    read -r broker controller <"$home/ports"
    cat >"$home/server.properties" <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:$controller
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:$broker,CONTROLLER://127.0.0.1:$controller
advertised.listeners=PLAINTEXT://127.0.0.1:$broker
log.dirs=$home/data
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
broker.session.timeout.ms=1500
broker.heartbeat.interval.ms=500
log.cleaner.dedupe.buffer.size=33554432
num.network.threads=2
num.io.threads=4
PROPERTIES
}

# A cluster id is 16 bytes; one that begins with a dash would be read as an option.
make_cluster() {
    rm -rf "$home/data"
    local id=-
    while [ "${id#-}" != "$id" ]; do id=$(head -c 16 /dev/urandom | base64 | tr '+/' '-_' | tr -d '='); done
    java -cp "$jars/*" -Xmx128m kafka.tools.StorageTool format --cluster-id "$id" --config "$home/server.properties" --standalone \
        >"$home/format.log" 2>&1 || fail "formatting failed: see $home/format.log"
}

start() {
    if ! is_running; then
        fetch_jars
        mkdir -p "$home"
        # shellcheck disable=SC2046
        [ -f "$home/ports" ] && are_free $(cat "$home/ports") || free_ports >"$home/ports"
        configure
        [ -f "$home/data/meta.properties" ] || make_cluster
        : >"$home/server.log"
        # A child of nobody: it must outlive the shell that started it, and hold none of its outputs open.
        (
            cd / && exec setsid java -cp "$jars/*" -Xms128m -Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
                -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
                -Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info \
                kafka.Kafka "$home/server.properties" >"$home/server.log" 2>&1 </dev/null
        ) &
        echo $! >"$home/pid"
        for _ in $(seq 600); do
            ! grep -q "Kafka Server started" "$home/server.log" || break
            kill -0 "$(cat "$home/pid")" 2>/dev/null || fail "the server does not start: see $home/server.log"
            sleep 0.1
        done
        grep -q "Kafka Server started" "$home/server.log" || fail "the server is not up after a minute: see $home/server.log"
    fi
    address
}

end_with() {
    is_running || return 0
    local pid
    pid=$(cat "$home/pid")
    kill "-$1" "$pid"
    for _ in $(seq 300); do
        is_running || return 0
        sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
}

case ${1:-} in
    start) start ;;
    address) is_running || fail "it does not run: services/kafka.sh start"; address ;;
    pid) is_running || fail "it does not run: services/kafka.sh start"; cat "$home/pid" ;;
    kill) end_with KILL ;;
    stop) end_with TERM ;;
    *) fail "say start, address, pid, kill or stop" ;;
esac
