"""The roles of SEKI (SEKI-5.5 to 5.17), one file each.

`can_activate(state, seat)` is the role's condition; `activate(state)` carries out its first steps
for the seat to move. Further choices are pairs `legal_...(state, mask)` and `apply_...(state,
action)`.
"""
