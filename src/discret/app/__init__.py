"""The same verbs as pages: a local web app, on this machine only.

Two processes. The light one (`serving`, `handling`, `guard`, `launch`, `office`, `rendering`,
`pages`) answers the browser and never loads a library of data; the other (`worker`, `calls`,
`forms`) is the only one that holds records. Between them goes plain data (`pipe`), asked for by
the `engine`.

**State.** `desk` is a frozen list of plans for every variant, and a pointer into it; beside each
plan stands what came of it, its record. Undo and redo move the pointer. The `office` holds the desk
that counts and puts a new one in its place: it is all that changes. What was refused, and the form
that was sent, stay until the next action.

**Actions.** A form posts ``do=...`` to its page. The page asks ``office.change(words, changes)``,
with changes that ``calls.changes`` knows (``{"do": "add", "verb": "reduce", ...}``); the worker
makes the new plan, runs what is new of it, and the answer becomes the next state of the desk. A
change that is refused changes nothing. One job at a time; a page is told by the event stream when
the version of the desk has grown, and draws itself again.

**A new page** is one module in `pages` (a `Page` with its view and its actions), one template of
its name, its texts in `texts`, and one line in ``PAGES``. What it has to know of the records it
asks of the worker: ``await office.ask("name", **office.about)``, a function in `calls` and one line
in ``CALLS``. Such a look is answered while a job runs, and says all that it needs (the plan, the
seed): a worker that starts anew can answer it.
"""
