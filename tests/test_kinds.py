"""Kinds: a class reads a plain value whole, with every fault at its path, and says its JSON Schema."""

import json
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from msgspec import Meta, Struct, field

from generator.model.kinds import Fault, Leaf, OneOf, Unfit, class_schema, expected, kind_of, read_value


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise expected("a whole number")
    return value


Whole = Annotated[int, Leaf(_whole, {"type": "integer"})]


class Wheel(Struct, frozen=True, kw_only=True):
    """A wheel."""

    size: Whole
    spare: Whole | None = None


class Sail(Struct, frozen=True, kw_only=True):
    """A sail."""

    area: Whole


Drive = Annotated[Wheel | Sail, OneOf({"size": Wheel, "area": Sail}, "a wheel has a size, a sail an area")]


class Cart(Struct, frozen=True, kw_only=True):
    """A cart.

    It is drawn.
    """

    kind: Literal["hand", "ox"]
    from_: Annotated[Whole, Meta(description="The year.")] = field(name="from", default=1900)
    wheels: Annotated[tuple[Wheel, ...], Meta(min_length=1)]
    axis: tuple[Whole, Whole] = (1, 2)
    loads: dict[str, Whole] = field(default_factory=dict)
    drive: Drive | None = None


CART: dict[str, Any] = {"kind": "ox", "wheels": [{"size": 3}]}


def faults(**changes: object) -> list[tuple[str, str, tuple[str, ...], str]]:
    """The faults of a cart with other values: path, what was expected, choices, and what is at fault."""
    with pytest.raises(Unfit) as unfit:
        read_value(Cart, CART | changes)
    return [(".".join(map(str, one.path)), one.expected, one.choices, one.of) for one in unfit.value.faults]


def test_a_value_is_read_whole() -> None:
    """Lists become tuples, and what is not written has its default."""
    assert read_value(Cart, CART) == Cart(kind="ox", wheels=(Wheel(size=3),))
    read = read_value(Cart, CART | {"from": 1850, "axis": [5, 6], "loads": {"hay": 7}, "drive": {"area": 8}})
    assert (read.from_, read.axis, read.loads, read.drive) == (1850, (5, 6), {"hay": 7}, Sail(area=8))


def test_what_was_read_before_fits_as_it_is() -> None:
    """Alone, and as a part."""
    wheel = Wheel(size=3)
    assert read_value(Wheel, wheel) is wheel
    assert read_value(Cart, CART | {"wheels": (wheel,)}).wheels[0] is wheel


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"kind": "dog"}, ("kind", "", ("hand", "ox"), "value")),
        ({"wheels": []}, ("wheels", "a list of at least one item", (), "value")),
        ({"wheels": {}}, ("wheels", "a list", (), "value")),
        ({"wheels": [3]}, ("wheels.0", "a group of keys", (), "value")),
        ({"wheels": [{"size": 1}, {"size": "2"}]}, ("wheels.1.size", "a whole number", (), "value")),
        ({"wheels": [{}]}, ("wheels.0.size", "", (), "missing key")),
        ({"wheels": [{"size": 1, "hub": 2}]}, ("wheels.0.hub", "", ("size", "spare"), "unknown key")),
        ({"axis": [1]}, ("axis", "a pair", (), "value")),
        ({"axis": [1, 2, 3]}, ("axis", "a pair", (), "value")),
        ({"axis": [1, None]}, ("axis.1", "a whole number", (), "value")),
        ({"loads": []}, ("loads", "a group of keys", (), "value")),
        ({"loads": {"hay": "much"}}, ("loads.hay", "a whole number", (), "value")),
        ({"drive": {"depth": 1}}, ("drive", "", ("a wheel has a size, a sail an area",), "kind")),
        ({"drive": {"area": 1, "size": 1}}, ("drive.area", "", ("size", "spare"), "unknown key")),
        ({"from": Decimal(1)}, ("from", "a whole number", (), "value")),
        ({"from_": 1}, ("from_", "", ("kind", "from", "wheels", "axis", "loads", "drive"), "unknown key")),
    ],
)
def test_a_fault_has_the_path_of_what_does_not_fit(changes: dict[str, object], fault: tuple[object, ...]) -> None:
    """By keys as people write them, and indexes."""
    assert faults(**changes) == [fault]


def test_all_faults_are_told_at_once() -> None:
    """Of every part."""
    found = faults(kind=1, wheels=[{"size": "1"}, {"hub": 1}], axis=["x", "y"], colour="red")
    assert sorted(fault[0] for fault in found) == [
        "axis.0",
        "axis.1",
        "colour",
        "kind",
        "wheels.0.size",
        "wheels.1.hub",
        "wheels.1.size",
    ]


def test_a_key_that_does_not_fit() -> None:
    """Its own fault, beside that of its value."""
    kind = kind_of(dict[Annotated[str, Leaf(lambda key: _whole(len(str(key)) > 1 or key), {})], Whole])
    assert kind.read({"ab": 1}) == {"ab": 1}
    with pytest.raises(Unfit) as unfit:
        kind.read({"a": "b"})
    assert unfit.value.faults == (
        Fault(("a",), "a whole number", of="key"),
        Fault(("a",), "a whole number"),
    )


def test_an_error_says_what_was_expected_where() -> None:
    """For whoever meets it outside of a file."""
    with pytest.raises(ValueError, match=r"wheels\.0\.size should be a whole number"):
        read_value(Cart, CART | {"wheels": [{"size": "3"}]})


def test_a_type_that_says_no_kind() -> None:
    """A number of any form would let binary floats in."""
    with pytest.raises(TypeError, match="float"):
        kind_of(float)


def test_the_schema_of_a_class() -> None:
    """Its own fields, and apart the classes of its parts."""
    classes: dict[str, Any] = {}
    schema = class_schema(Cart, classes)
    assert json.loads(json.dumps(schema)) == {
        "title": "Cart",
        "description": "A cart.\n\nIt is drawn.",
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", "wheels"],
        "properties": {
            "kind": {"type": "string", "enum": ["hand", "ox"]},
            "from": {"type": "integer", "description": "The year.", "default": 1900},
            "wheels": {"type": "array", "items": {"$ref": "#/$defs/Wheel"}, "minItems": 1},
            "axis": {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"type": "integer"}],
                "minItems": 2,
                "maxItems": 2,
                "default": [1, 2],
            },
            "loads": {"type": "object", "additionalProperties": {"type": "integer"}},
            "drive": {
                "anyOf": [{"anyOf": [{"$ref": "#/$defs/Wheel"}, {"$ref": "#/$defs/Sail"}]}, {"type": "null"}],
                "default": None,
            },
        },
    }
    assert classes["Wheel"]["properties"]["spare"] == {
        "anyOf": [{"type": "integer"}, {"type": "null"}],
        "default": None,
    }
    Draft202012Validator({**schema, "$defs": classes}).validate(CART)


def test_the_schema_of_keys() -> None:
    """A pattern is for the keys, what else is said of them too."""
    name = Annotated[str, Leaf(str, {"type": "string", "pattern": "^a", "maxLength": 3})]
    assert kind_of(dict[name, Whole]).schema({}) == {
        "type": "object",
        "patternProperties": {"^a": {"type": "integer"}},
        "propertyNames": {"maxLength": 3},
    }
    assert kind_of(Literal["one"]).schema({}) == {"type": "string", "const": "one"}
