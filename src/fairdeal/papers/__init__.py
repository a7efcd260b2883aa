"""What an operator hangs up or files, as PDF: sign, layout, cards, Rules Submission, math report.

Every paper is made in two steps. A module here says *what* stands on it, as a value made from an
operator's rules (`fairdeal.rulebook.rules.Rules`); a template of the same name says *how* it is
set. The value goes to the template as JSON, so a template knows no game, and the same rules are the
same bytes. Setting needs the `papers` extra (typst), which only `press` lets in.
"""
