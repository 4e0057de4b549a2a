"""Topics: made by an administrator's command, never by use; and looked at by `doctor`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import KafkaError, TopicAlreadyExistsError, for_code

from pipeline.errors import RejectedError, TransientError
from pipeline.worker.options import Security

_Answer = TypeVar("_Answer")
#: Seconds that a broker may take to answer.
_SECONDS = 10.0


class BrokerError(TransientError):
    """The broker did not answer: check the address, and that it runs."""


class TopicError(RejectedError):
    """The broker refuses the topic."""


@dataclass(frozen=True, slots=True)
class WantedTopic:
    """A topic as it should be.

    Attributes:
        name: its name.
        partitions: how many workers can share it, at most.
        replication: on how many brokers each partition lies.
        configuration: what differs from the broker's defaults.
    """

    name: str
    partitions: int
    replication: int
    configuration: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FoundTopic:
    """A topic as it is: the number of its partitions and of their replicas, and how it is cleaned up."""

    partitions: int
    replication: int
    cleanup: str


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the topics are.

    Attributes:
        brokers: host and port of each bootstrap server.
        security: how they are reached.
    """

    brokers: Sequence[str]
    security: Security

    def create(self, topics: Sequence[WantedTopic]) -> dict[str, bool]:
        """Makes those topics that are missing; one that is there stays as it is. Tells which were made.

        Raises:
            BrokerError: no broker answers.
            TopicError: a topic cannot be made.
        """

        async def made(admin: AIOKafkaAdminClient) -> dict[str, bool]:
            wanted = [
                NewTopic(
                    topic.name,
                    num_partitions=topic.partitions,
                    replication_factor=topic.replication,
                    topic_configs=dict(topic.configuration),
                )
                for topic in topics
            ]
            answer = await admin.create_topics(wanted)
            return {name: _was_made(name, code, *why) for name, code, *why in answer.topic_errors}

        return self._ask(made)

    def find(self, names: Sequence[str]) -> dict[str, FoundTopic | None]:
        """The topics as they are, None for one that does not exist.

        Raises:
            BrokerError: no broker answers.
        """

        async def found(admin: AIOKafkaAdminClient) -> dict[str, FoundTopic | None]:
            present = set(await admin.list_topics())
            topics: dict[str, FoundTopic | None] = dict.fromkeys(names)
            for described in await admin.describe_topics(sorted(present & set(names))):
                partitions = described["partitions"]
                topics[described["topic"]] = FoundTopic(
                    len(partitions),
                    min(len(partition["replicas"]) for partition in partitions),
                    await _cleanup(admin, described["topic"]),
                )
            return topics

        return self._ask(found)

    def require(self, topic: str) -> None:
        """Makes sure that a topic exists: the broker library would wait for one without a word.

        Raises:
            BrokerError: no broker answers.
            TopicError: it does not exist.
        """

        async def exists(admin: AIOKafkaAdminClient) -> bool:
            return topic in await admin.list_topics()

        if not self._ask(exists):
            raise TopicError(f"the topic {topic} does not exist: run `tooltrail topics create`")

    def _ask(self, question: Callable[[AIOKafkaAdminClient], Awaitable[_Answer]]) -> _Answer:
        async def asked() -> _Answer:
            admin = AIOKafkaAdminClient(
                bootstrap_servers=list(self.brokers), request_timeout_ms=int(1000 * _SECONDS), **_access(self.security)
            )
            try:
                async with asyncio.timeout(3 * _SECONDS):
                    await admin.start()
                    return await question(admin)
            except (KafkaError, OSError, TimeoutError) as error:
                where = ", ".join(self.brokers)
                raise BrokerError(
                    f"no broker answers at {where} ({type(error).__name__}): check the address, and that it runs"
                ) from error
            finally:
                await admin.close()

        return asyncio.run(asked())


def _access(security: Security) -> dict[str, Any]:
    """The security settings as aiokafka names them."""
    access: dict[str, Any] = {"security_protocol": security.protocol, "ssl_context": security.tls()}
    if security.has_sasl:
        access |= {
            "sasl_mechanism": security.mechanism,
            "sasl_plain_username": security.username,
            "sasl_plain_password": security.password,
        }
    return access


def _was_made(name: str, code: int, why: str | None = None) -> bool:
    error = for_code(code)
    if code and error is not TopicAlreadyExistsError:
        raise TopicError(f"the topic {name} cannot be made: {why or error.description}")
    return not code


async def _cleanup(admin: AIOKafkaAdminClient, topic: str) -> str:
    """How old messages of a topic go: by age (delete), or all but the last of a key (compact)."""
    for answer in await admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, topic)]):
        for _code, _message, _kind, _name, entries in answer.resources:
            for entry in entries:
                if entry[0] == "cleanup.policy":
                    return str(entry[1])
    return "unknown"
