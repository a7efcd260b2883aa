"""Which function handles which event of a table."""

from typing import Final

from fairdeal.office.book import cards, limits, second_person
from fairdeal.office.book.table_fold import Handlers, TableFold

#: Events that are not here change nothing in the book.
HANDLERS: Final[Handlers] = {
    "player-sat": TableFold.record_arrival,
    "player-left": TableFold.record_departure,
    "player-removed": TableFold.record_departure,
    "hand-abandoned": TableFold.record_abandonment,
    "bought-in": TableFold.record_buy_in,
    "wager-placed": TableFold.record_wager,
    "wager-taken-back": TableFold.record_wager_taken_back,
    "bet-withdrawn": TableFold.record_withdrawal,
    "wager-returned": TableFold.record_returned_wager,
    "stakes-collected": TableFold.record_collection,
    "wager-lost": TableFold.record_loss,
    "wager-paid": TableFold.record_payment,
    "envy-paid": TableFold.record_envy,
    "meters-fed": TableFold.record_meter_feed,
    "meters-unfed": TableFold.record_meter_refund,
    "meter-paid": TableFold.record_meter_payment,
    "meters-shown": TableFold.record_meter_amounts,
    "deck-committed": TableFold.record_commitment,
    "round-voided": TableFold.record_void,
    "round-ended": TableFold.round_ended,
    "void-asked": second_person.record_question,
    "correction-asked": second_person.record_question,
    "payment-asked": second_person.record_question,
    "hand-pay-asked": second_person.record_question,
    "confirmed": second_person.record_confirmation,
    "denied": second_person.record_denial,
    "paid-by-hand": second_person.record_hand_payment,
    "dealer-tapped-in": second_person.record_tap_in,
    "dealer-tapped-out": second_person.record_tap_out,
    "decks-received": cards.record_decks,
    "cards-inspected": cards.record_inspection,
    "inspection-verified": cards.record_verification,
    "deck-shuffled": cards.record_shuffle,
    "deck-counted": cards.record_count,
    "stub-counted": cards.record_stub_count,
    "defect-found": cards.record_defect,
    "deck-removed": cards.record_removal,
    "device-failed": cards.record_device_failure,
    "device-returned": cards.record_device_return,
    "secrets-lost": cards.record_lost_secrets,
    "table-closed": cards.record_closing,
    "limits-posted": limits.record_notice,
    "limits-withdrawn": limits.record_withdrawal,
    "limits-changed": limits.record_change,
}
