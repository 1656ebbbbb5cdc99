//! A grammar of instructions that change a design without a model.
