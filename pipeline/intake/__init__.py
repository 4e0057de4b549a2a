"""The border's gate: a message goes in; sealed events or dead letters come out, and nothing raw."""

from pipeline.intake.border import Gate, Intake
from pipeline.intake.dead_letters import MAX_EVENTS, MAX_MESSAGE_BYTES, DeadLetter, Reason
from pipeline.intake.message import Message, Redelivery, positions_of
from pipeline.intake.sealed_form import write_sealed

__all__ = [
    "MAX_EVENTS",
    "MAX_MESSAGE_BYTES",
    "DeadLetter",
    "Gate",
    "Intake",
    "Message",
    "Reason",
    "Redelivery",
    "positions_of",
    "write_sealed",
]
