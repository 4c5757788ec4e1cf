import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import type { PartChange } from "../change-in-words";
import type { ActKind } from "../resources/act-kinds";
import type { MetadataResource } from "../resources/resources";
import type { PlanBasis, PlanMode } from "../templates/template-plan";
import type { ActProgress, IncidentAct, ListedUser, Listing } from "./incident";

/** On the metadata of each token or session. */
export type KeyChange = { kind: "set"; key: string; value: string } | { kind: "remove"; key: string };
export type MetadataOperation = KeyChange | { kind: "undo"; key: string; undone: KeyChange };

/** How the request of a template changes: an element's values as JSON; null: not listed. */
export type ElementChange = PartChange & { name: string };

/** `change`: by the changes of each item. `put-back`: undoes `take-out`. */
export type ElementOperation = { kind: "change"; isUndo?: true } | { kind: "take-out" | "put-back"; attribute: string };
export type TemplateOperation = { kind: "delete" } | ElementOperation;

/** Items are written while it is `running` only. `proposed`: it has ended with a proposal of what was left of it. */
export const BULK_RUNS = ["preview", "running", "stopped", "proposed"] as const;
export type BulkRun = (typeof BULK_RUNS)[number];

/**
 * All but `planned` and `writing` are final. `unchanged`: no write was needed. `too-many`, `not-text`, `nothing-left`,
 * `not-readable`: the operation can't be carried out on the item. `differs`: written, but the service stored something else.
 * `not-written`: no usable response, and a look-up found the item unchanged. `unconfirmed`: no usable response, and the
 * look-up failed too. `left`: the admin left it unchanged. `protected`: a user whose sessions this admin may not end.
 */
export const BULK_ITEM_STATES = [
	...(["planned", "writing", "done", "differs", "unchanged", "too-many", "nothing-left", "not-readable"] as const),
	"not-text",
	...(["conflict", "gone", "refused", "not-written", "unconfirmed", "unread", "left", "protected"] as const),
];
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

/**
 * `message`: the service's message, or the keys that are no text, or the labels of attributes that have changed; `now`: the
 * item's present value (null: none), of a template what was written, where it is not as previewed; `id`: of what was created; `written`: the elements that a write has changed, which may be
 * fewer than planned; `users`: the accounts that a line of an incident's list names; `why` such a line or user was left from the
 * beginning: absent, it was given up.
 */
export type BulkNote = Partial<ActProgress> & {
	message?: string;
	reference?: string;
	now?: StoredValue | null;
	id?: string;
	written?: string[];
	users?: ListedUser[];
	why?: "unticked" | "not-looked-up";
};

/** A token, a session, a template or a user of a bulk edit, as of its preview. */
export type BulkItemPlan = {
	id: string;
	name: string;
	/** A token's device, a session's applications; of an import, what it does with the template. */
	detail: string | null;
	/** The part that an operation may change: the metadata, a template's elements as JSON. Null where unreadable. */
	baseline: MetadataEntry[] | null;
	/** Of an undo: the value to restore, an element's as JSON; null: there was none. */
	former?: StoredValue | null;
	/** Of an operation that changes each template in its own way. */
	changes?: ElementChange[];
	/** The whole resource as text, where any change since the preview matters; of an import, the item of its plan. */
	whole?: string;
	/** Of an incident: the lines of its list, and the user as looked up. */
	listing?: Listing;
	listed?: ListedUser;
	state: BulkItemState;
	note: BulkNote;
};

/** `position`: from 0, in the order in which they are written. */
export type BulkItem = BulkItemPlan & { position: number };

export type MetadataPlan = {
	[Resource in MetadataResource]: {
		resource: Resource;
		user: { id: string; label: string };
		operation: MetadataOperation;
	};
}[MetadataResource];
/** The acts that a run carries out; absent in plans of older versions. */
type OfActs = { acts?: readonly ActKind[] };
/** `restReason`: of the rest of a run, the reason of that run, which can be changed until this one is begun. */
type TemplatePlan = OfActs & { resource: "template"; operation: TemplateOperation; restReason?: string };
/** A folder of template files. `unchanged`: how many items have nothing to do; `ignored`: what is no template, in words. */
type ImportPlan = OfActs & {
	resource: "template import";
	basis: PlanBasis;
	mode: PlanMode;
	unchanged: number;
	ignored: string[];
};
/** A list of users is looked up, and then an incident carries out acts on those of them that were chosen. */
type ListPlan = {
	resource: "user list";
	faults: { line: number; text: string }[];
	repeated: number;
	/** Line 1, where it names the columns. */
	heading: string | null;
};
type IncidentPlan = {
	resource: "incident";
	acts: IncidentAct[];
	faults: { line: number; text: string }[];
};
export type BulkPlan = MetadataPlan | TemplatePlan | ImportPlan | ListPlan | IncidentPlan;

/**
 * `acts`: the kinds of acts that a run may carry out; `proposal`: of one that was proposed; null too where that was cut off;
 * `reason`: the one that it was begun with; `isEmergency`: begun without the second editor that the rule of this console wants.
 */
type Kept = {
	id: string;
	createdAt: string;
	run: BulkRun;
	acts: readonly ActKind[];
	proposal: string | null;
} & Partial<BegunWith> &
	Pick<BegunWith, "reason">;
export type BegunWith = { reason: string | null; isEmergency: boolean };
export type BulkEditHead = BulkPlan & Kept;
export type BulkEdit = BulkEditHead & { items: BulkItem[] };

export type BulkResource = BulkPlan["resource"];

/** The resource that a bulk edit writes. */
export function writtenResource(resource: BulkResource): MetadataResource | "template" | "user" {
	if (resource === "template import") return "template";
	return resource === "user list" || resource === "incident" ? "user" : resource;
}

export type BulkEditOf<Resource extends BulkResource> = Extract<BulkEdit, { resource: Resource }>;
/** Of the metadata of a user's tokens or sessions. */
export type MetadataBulkEdit = BulkEditOf<MetadataResource>;
