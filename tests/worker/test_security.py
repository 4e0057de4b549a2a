"""How the brokers are reached: what the settings become for the library, and what is refused."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from pipeline.worker.engine import _credentials
from pipeline.worker.options import Security, SecurityError
from pipeline.worker.topics import _access


def test_a_plain_broker_asks_for_nothing() -> None:
    assert Security().tls() is None
    assert _credentials(Security()) is None
    assert _access(Security()) == {"security_protocol": "PLAINTEXT", "ssl_context": None}


@pytest.mark.parametrize("protocol", ["SASL_PLAINTEXT", "SASL_SSL"])
def test_a_name_and_a_password_reach_both_clients(protocol: str) -> None:
    security = Security(protocol=protocol, mechanism="SCRAM-SHA-512", username="kim", password="a-secret")
    credentials, access = _credentials(security), _access(security)
    assert credentials is not None
    assert (credentials.protocol.value, credentials.mechanism.value) == (protocol, "SCRAM-SHA-512")
    assert (credentials.username, credentials.password) == ("kim", "a-secret")
    assert access["sasl_mechanism"] == "SCRAM-SHA-512"
    assert (access["sasl_plain_username"], access["sasl_plain_password"]) == ("kim", "a-secret")
    assert (access["ssl_context"] is None) is (protocol == "SASL_PLAINTEXT")
    assert "a-secret" not in repr(security)


def test_an_encrypted_connection_checks_the_brokers_certificate() -> None:
    context = Security(protocol="SSL").tls()
    assert context is not None
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)


def test_a_certificate_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(SecurityError, match="cannot be used"):
        Security(protocol="SSL", ca_file=tmp_path / "none.pem").tls()
    empty = tmp_path / "empty.pem"
    empty.touch()
    with pytest.raises(SecurityError, match="cannot be used"):
        Security(protocol="SASL_SSL", certificate_file=empty).tls()
