//! Tests of the examples of the grammar.

use std::collections::BTreeSet;

use crate::apply;
use crate::grammar::FORMS;

use super::sample::shop;

/// An example of each form, in the same order, for the sample of a shop.
pub const EXAMPLES: &[&str] = &[
    "add screen \"Order history\": Lists the orders of a customer",
    "add part \"Discount\" to Cart as control",
    "add flow \"Return an order\" for Customer: Get the money back",
    "add step \"Check the address\" to Checkout on Payment after S1: The address is valid",
    "add alternative \"The card is declined\" at S2: Show the reason",
    "add field note to Order as text optional",
    "add entity \"Gift card\": A code with a balance",
    "add state loading to Payment: The button is grey",
    "add interaction \"Press Pay\" on Payment: The order is placed",
    "add goal \"Fewer carts are abandoned\"",
    "remove field total of Order",
    "rename Cart to \"Basket\"",
    "split Order into Order and Invoice with total",
    "merge Cart and Payment into \"Till\"",
    "move \"Pay button\" to Cart",
    "move S1 after S2",
    "describe Cart: Shows what the customer is about to buy",
    "require \"A customer can pay with a gift card\"",
    "set summary to \"A customer buys what is in the cart\"",
    "set type of total of Order to money",
    "set required of total of Order to no",
    "set state empty of Cart to \"Your cart is empty\"",
    "set actor of Checkout to Guest",
    "set part of S1 to Payment",
    "set condition of \"The cart is empty\" to \"Nothing is in the cart\"",
    "set feedback of \"Remove an item\" to \"The total changes\"",
    "set entities of S2 to Order, Customer",
    "set kind of R2 to quality",
    "set text of goal 1 to \"Customers buy again\"",
    "relate Order to Customer as many-to-one",
    "satisfy R2 by Payment",
    "answer 1: A gift card has a code",
];

#[test]
fn every_example_changes_the_design_once() {
    for example in EXAMPLES {
        let verb = example.split(' ').next().unwrap();
        let mut design = shop();
        let read = apply(&mut design, example);
        let [line] = read.as_slice() else { panic!("{example}: {read:?}") };
        assert!(line.is_understood(), "{example}: {:?}", line.not_understood);
        if verb == "answer" {
            assert_eq!((line.answers.len(), line.done.len(), &design), (1, 0, &shop()), "{example}");
            continue;
        }
        let [done] = line.done.as_slice() else { panic!("{example}: {line:?}") };
        assert_ne!(design, shop(), "{example}");
        assert!(!done.what.is_empty() && done.instruction == *example, "{done:?}");
        assert_eq!(done.pointers.is_empty(), verb == "remove", "{done:?}");
        assert_eq!(done.removed.is_empty(), !matches!(verb, "remove" | "merge"), "{done:?}");
        // Repeating the example is refused and changes nothing.
        let once = design.clone();
        let again = apply(&mut design, example);
        assert!(again.iter().all(|line| line.done.is_empty() && !line.is_understood()), "{again:?}");
        assert_eq!(design, once, "{example}");
    }
}

#[test]
fn every_form_has_an_example_and_occurs_once() {
    assert_eq!(FORMS.iter().collect::<BTreeSet<_>>().len(), FORMS.len());
    assert_eq!(EXAMPLES.len(), FORMS.len());
    for (form, example) in FORMS.iter().zip(EXAMPLES) {
        assert_eq!(form.split(' ').next(), example.split(' ').next(), "{form}");
    }
}
