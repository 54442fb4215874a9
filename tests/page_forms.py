"""What a browser would send of a form on a page, as its standard says, and as a person fills it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

Sent = dict[str, list[str]]
VOID = {"input", "br", "meta", "link", "img", "hr"}


@dataclass
class Form:
    """A form of a page: what it sends if nobody touches it, and its buttons."""

    method: str
    action: str
    sent: Sent = field(default_factory=dict)
    names: list[str] = field(default_factory=list)  # of all controls, whether sent or not
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def pressed(self, name: str, value: str) -> Sent:
        """Return what is sent where a button is pressed, which must be there."""
        assert (name, value) in self.buttons, (name, value, self.buttons)
        return {**self.sent, name: [value]}

    def put(self, name: str, value: str) -> None:
        """Keep what a control sends."""
        self.sent.setdefault(name, []).append(value)


class Page(HTMLParser):
    """Reads the forms of a page.

    Examples
    --------
    >>> page = '<form><input name=a value=1><select name=b><option value=2 selected>two</select>'
    >>> Page.of(page + '<button name=do value=add>Add</button></form>')[0].pressed("do", "add")
    {'a': ['1'], 'b': ['2'], 'do': ['add']}
    """

    @classmethod
    def of(cls, text: str) -> list[Form]:
        """Return the forms of a page, in order."""
        own = cls()
        own.feed(text)
        own.close()
        return own.forms

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: tuple[str, bool] | None = None
        self._options: list[tuple[str, bool]] = []
        self._area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, or read a control of one."""
        own = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(own.get("method", "get"), own.get("action", ""))
            self.forms.append(self._form)
        elif self._form is not None and tag in ("input", "select", "option", "textarea", "button"):
            getattr(self, f"_{tag}_begun")(own, self._form)

    def handle_endtag(self, tag: str) -> None:
        """End a form, a list of options or a text."""
        form = self._form
        if form is None:
            return
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select is not None:
            for value in self._chosen(*self._select):
                form.put(self._select[0], value)
            self._select = None
        elif tag == "textarea" and self._area is not None:
            name, texts = self._area
            text = "".join(texts).removeprefix("\n")
            form.put(name, text.replace("\r\n", "\n").replace("\n", "\r\n"))
            self._area = None

    def handle_data(self, data: str) -> None:
        """Read the text of a text area."""
        if self._area is not None:
            self._area[1].append(data)

    def _chosen(self, name: str, several: bool) -> Iterator[str]:
        chosen = [value for value, selected in self._options if selected]
        if several:
            yield from chosen
        elif self._options:
            yield chosen[-1] if chosen else self._options[0][0]

    def _input_begun(self, own: Mapping[str, str], form: Form) -> None:
        form.names.append(own.get("name", ""))
        kind = own.get("type", "text")
        sent = kind not in ("checkbox", "radio") or "checked" in own
        if "name" in own and sent and "disabled" not in own and kind != "file":
            form.put(own["name"], own.get("value", "on" if kind in ("checkbox", "radio") else ""))

    def _select_begun(self, own: Mapping[str, str], form: Form) -> None:
        form.names.append(own["name"])
        self._select, self._options = (own["name"], "multiple" in own), []

    def _option_begun(self, own: Mapping[str, str], form: Form) -> None:
        if "disabled" not in own:
            self._options.append((own["value"], "selected" in own))

    def _textarea_begun(self, own: Mapping[str, str], form: Form) -> None:
        form.names.append(own["name"])
        self._area = own["name"], []

    def _button_begun(self, own: Mapping[str, str], form: Form) -> None:
        if "disabled" not in own:
            form.buttons.append((own.get("name", ""), own.get("value", "")))


def of_part(page: str, name: str) -> Form:
    """Return the form of a part on a page: the one that a person can add it with."""
    found = [
        form
        for form in Page.of(page)
        if form.method == "post" and form.sent.get("name") == [name] and form.buttons
    ]
    assert len(found) == 1, (name, len(found))
    return found[0]


def typed_in(form: Form, fields: list[dict[str, Any]]) -> Form:
    """Fill a form in with the fields of a part; each must have its control on the page."""
    for own in fields:
        name, typed = own["name"], own["typed"]
        if own["kind"] == "models":
            for part in ("measure", "aim", "more"):
                _fill(form, f"{name}.{part}", [row[part] for row in typed] + [""])
        elif own["kind"] == "by_name":
            for place, part in enumerate(("name", "value")):
                _fill(form, f"{name}.{part}", [pair[place] for pair in typed] + [""])
        elif own["kind"] == "lines":
            _fill(form, name, ["\r\n".join(typed)])
        elif own["kind"] == "yes":
            _fill(form, name, ["false", "true"] if typed == "true" else ["false"])
        else:
            _fill(form, name, typed if isinstance(typed, list) else [typed])
    return form


def _fill(form: Form, name: str, values: list[str]) -> None:
    assert name in form.names, f"no control for {name}"
    form.sent[name] = values
