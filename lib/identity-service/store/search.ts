/** The field's value is the text; with `before` or `after` something may come before or after it. */
export type Condition<Field> = { kind: "condition"; field: Field; text: string; before: boolean; after: boolean };

type Bound = { text: string; isIncluded: boolean };
/** The field's value is between two texts; null: there is no bound. */
export type Range<Field> = { kind: "range"; field: Field; from: Bound | null; to: Bound | null };

/** Of no parts: "and" is true of everything. */
export type Search<Leaf> =
	| Leaf
	| { kind: "and" | "or"; parts: readonly Search<Leaf>[] }
	| { kind: "not"; part: Search<Leaf> };
