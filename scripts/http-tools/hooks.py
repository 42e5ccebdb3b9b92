"""What the description of the interface cannot say, for schemathesis: which refusals of a well-formed request are right.

A JSON Schema cannot say that one date must not lie before another, nor that a cursor must have been handed out. A refusal
is fine when these are all it names; any other refusal of a request that fits the schema is reported.
"""

import schemathesis

UNSAYABLE = {
    "ends before filters.dateFrom begins",
    "ends before dateFrom begins",
    "is none of this archive as it is now; begin again without it",
}


@schemathesis.check
def refuses_only_what_a_schema_cannot_say(ctx, response, case):
    generated = case.meta.generation.mode if case.meta else None
    if response.status_code != 400 or generated is None or not generated.is_positive:
        return
    told = {issue["message"] for issue in response.json().get("errors", [])}
    assert told and told <= UNSAYABLE, f"refused although it fits the schema: {sorted(told)}"
