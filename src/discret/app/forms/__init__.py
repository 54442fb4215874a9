"""Forms from declarations, on the worker's side: what parts take, and how forms speak of it.

`fields` makes a form of a part and parameters of what was typed, from what `annotations` say;
`choices` are what can be chosen by their names on forms; `speaking` puts what the library says into
the words of forms, and `refusals` tell so what was refused.
"""
