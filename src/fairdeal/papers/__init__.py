"""The papers that an operator posts or files, as PDF: sign, layout, cards, Rules Submission, math
report.

Every paper is made in two steps. A module of this package makes the content from an operator's
rules (`fairdeal.rulebook.rules.Rules`), and a template of the same name sets it. The content goes
to the template as JSON, so templates know no game, and the same rules give the same bytes.
Typesetting needs the `papers` extra (typst), which only `typesetting` imports.
"""
