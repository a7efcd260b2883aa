// The sections of the documentation, which the contents page has before its script.

/** The name, the address and the text of a section. */
type Section = [string, string, string];
declare const SECTIONS: Section[];
