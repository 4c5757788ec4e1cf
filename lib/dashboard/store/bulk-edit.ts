/** What a bulk edit does to the metadata of each token. */
export type MetadataOperation = { kind: "set"; key: string; value: string } | { kind: "remove"; key: string };

/** What it does to each template. */
export type TemplateOperation = { kind: "delete" } | { kind: "take-out"; attribute: string };

/** Whether the items of a bulk edit may be written: not yet, one after the other, or not any more. */
export type BulkRun = "preview" | "running" | "stopped";

/**
 * `planned` and `writing` are under way, everything else is an end. `unchanged`: the item is as it should be without a
 * write. `too-many`, `nothing-left`, `not-readable`: the operation can't be carried out on what it holds. `differs`:
 * written, but the service stored something else. `not-written`: no usable answer, and a look-up found the item as it was.
 * `unconfirmed`: no usable answer, and the look-up failed too. `left`: the admin left it as it is.
 */
export const BULK_ITEM_STATES = [
	...(["planned", "writing", "done", "differs", "unchanged", "too-many", "nothing-left", "not-readable"] as const),
	...(["conflict", "gone", "refused", "not-written", "unconfirmed", "unread", "left"] as const),
];
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

/** What is to be said of a state: the service's words, or what the item holds instead (null: nothing). */
export type BulkNote = { message?: string; reference?: string; now?: string | null };

/** A token or template of a bulk edit, as it is named and as it was when the preview was made. */
export type BulkItemPlan = {
	id: string;
	name: string;
	/** What it is told by besides: a token's device. */
	detail: string | null;
	/** The parts that an operation may change: a token's metadata, a template's elements as JSON. Null where it could not be read. */
	baseline: [name: string, value: string][] | null;
	/** All of it as text, where any change since the preview counts. */
	whole?: string;
	state: BulkItemState;
	note: BulkNote;
};

/** `position`: from 0, in the order in which they are written. */
export type BulkItem = BulkItemPlan & { position: number };

type TokenPlan = { resource: "refresh token"; user: { id: string; label: string }; operation: MetadataOperation };
type TemplatePlan = { resource: "template"; operation: TemplateOperation };
export type BulkPlan = TokenPlan | TemplatePlan;

type Kept = { id: string; createdAt: string; run: BulkRun };
export type BulkEditHead = BulkPlan & Kept;
export type BulkEdit = BulkEditHead & { items: BulkItem[] };

export type BulkResource = BulkPlan["resource"];
/** The bulk edits of one kind of thing. */
export type BulkEditOf<Resource extends BulkResource> = Extract<BulkEdit, { resource: Resource }>;
