import type { OperationName, PartName } from "@/lib/contract/operations";
import type { Act } from "../change-in-words";
import type { Permission } from "../session/permissions";
import type { ActKind } from "./act-kinds";

/** A guide, or a section of one. */
export type HelpLink = { text: string; href: string };

/** The captions of the navigation. */
export type NavigationGroup = "Verify" | "Access" | "Operate";

/** The icons of the navigation. */
export type PlaceIcon =
	| "activity"
	| "applications"
	| "calls"
	| "connection"
	| "incident"
	| "log"
	| "outbox"
	| "overview"
	| "proposals"
	| "providers"
	| "stream"
	| "templates"
	| "terminal"
	| "tokens"
	| "users";

/** A page of the console. */
export type Place = {
	title: string;
	path: string;
	/** Other words by which the palette finds it. */
	search: string;
};

/** A write of the console: an operation of the management interface, or a write to the console's own store. */
export type Write = {
	/** What an admin did, and what an admin tried to do: "changed the metadata", "change the metadata". */
	did: string;
	to: string;
	/** Between these and the resource: "changed the metadata of refresh token …"; absent: they are about the resource itself. */
	of?: "of" | "to" | "from";
	/** In lists of writes; absent: "Create template". */
	label?: string;
	/** Who may do it here; absent: whoever may change one. */
	permission?: Permission;
	/** The kind of act that asks for a reason; `request-more` only where the save does. Absent: none is asked for. */
	act?: ActKind;
	/** What it does as well. */
	alsoAct?: ActKind;
	/** The part with its name: a write that changes nothing else is a rename. */
	namePart?: string;
	/** Where it failed, its target is the name in the request. */
	isCreate?: true;
	/** Where it was done, its target no longer exists. */
	isDelete?: true;
	/** The end of its type in the log stream: "created" of "template.created". Absent: it is no event. */
	event?: string;
	/** What it adds or removes, before the names of its parts: "allowed it" read:users. */
	parts?: { added: Act; removed: Act };
	/** By the one change that it makes, such as `+blocked`: what it is then. */
	byChange?: Readonly<Record<string, Pick<Write, "did" | "to" | "event">>>;
};

/** Something that the console does with the tenant's resources, for the person who grants scopes. */
export type DescribedFeature = {
	/** What the admin can do. */
	feature: string;
	/** Operations that need the same scopes, or a part of a resource that needs some of its own. */
	needs: readonly [OperationName, ...OperationName[]] | PartName;
	/** What there is without it: one or two sentences. */
	without: string;
	/** The console works without it: a missing scope is shown in its place, and on the connection page. */
	isOptional?: true;
};

/** One entry of the choice of events for a webhook. */
export type DescribedEvents = {
	/** Stored with each webhook. */
	kind: string;
	/** In the list of choices. */
	label: string;
	/** The beginning of their types: "template" of "template.created". */
	type: string;
	/** Events that are no writes, each a choice of its own; `isAmongWrites`: sent also to those who chose the writes. */
	derived?: readonly { kind: string; label: string; event: string; isAmongWrites?: true }[];
};

export type ResourceDescription = {
	/** The singular, within a sentence; the name by which code refers to it. */
	name: string;
	words: {
		/** The plural, within a sentence. */
		many: string;
		/** What an identifier that is not found never was: "one of this tenant’s". */
		never: string;
		/** After a verb, where its name is not repeated; absent: "it". */
		it?: string;
	};
	/** Of its list. */
	title: string;
	/** Of its list; the pages of single ones are below. */
	path: string;
	search: string;
	icon: PlaceIcon;
	/** The form field with an identifier. */
	idField: string;
	/** The form of its identifiers; absent: they have none of their own. */
	idForm?: RegExp;
	/** Who may change one. */
	permission: Permission;
	/** Who may open its pages; absent: everyone. */
	seenBy?: Permission;
	/** Where the navigation lists it; null: its list is part of another page. */
	group: NavigationGroup | null;
	/** The page that creates one. */
	create?: Place;
	/** Single ones have no page of their own. */
	isOnListOnly?: true;
	/**
	 * In a sentence with its name it is also called by its kind: always, or where it ended. A token's or session's name is
	 * only that of what it belongs to, and one of the log stream is whatever an editor chose.
	 */
	kindBesideName?: "always" | "ended";
	/** What lives on after it is deleted, or blocked, in sentences: said before and after it. */
	stays?: string;
	/** Help links by the path of the page below that of the list; `{id}` matches one segment. The longer come first. */
	help: Readonly<Record<string, readonly HelpLink[]>>;
	/** In the order of lists of writes. */
	writes: Readonly<Record<string, Write>>;
	/** Null: the log stream has no events of it. */
	events: DescribedEvents | null;
	/** The parts whose values the audit trail never keeps, beside those that are named like secrets. */
	withheld: readonly string[];
	/** Of these the parts whose values are harmless. */
	kept?: readonly string[];
	/** It has an editor: see `app/(console)/activity/change-lines.ts`. */
	isEdited?: true;
} & (HeldByUser | { metadata?: never; ends?: never });

/** It belongs to a user, holds metadata that admins edit, and its end can be requested, which comes later. */
type HeldByUser = {
	metadata: {
		/** Its name in the interface. */
		wire: string;
		/** What the editor and bulk edits call it, beside other text about metadata. */
		one: string;
		many: string;
		/** A list names it by them. */
		namedBy: "applications" | "device";
		/** A logout token of its end may hold it. */
		isInLogoutTokens: boolean;
		/** The operations that read one, change its metadata, and list those of a user: below `items` of the response. */
		read: OperationName;
		update: OperationName;
		list: { operation: OperationName; items: string };
	};
	ends: {
		/** The title of what was requested, and what becomes of it: "It was revoked". */
		requested: string;
		ended: string;
		/** What lives on after the end of one, and of all of a user, in sentences: said before and after it. */
		stays: { one: string; all: string };
		/** The writes that request the end of one, first the operation that does no more, and of all of a user. */
		one: readonly [OperationName, ...string[]];
		all: readonly string[];
	};
};

/** The one description of a resource: all lists and sentences that name it derive from this. */
export function describeResource<const Description extends ResourceDescription>(description: Description): Description {
	return description;
}

/** The writes that most resources have. */
export const creates = { did: "created", to: "create", isCreate: true, event: "created" } as const;
export const changes = { did: "changed", to: "change", event: "changed" } as const;
export const deletes = { did: "deleted", to: "delete", act: "delete", isDelete: true, event: "deleted" } as const;
