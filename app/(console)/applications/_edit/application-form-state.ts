import type { ToldChange } from "@/app/_forms/history/told-change";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Snippet } from "../_snippets/snippets";
import type { ApplicationContent, ApplicationFormValues } from "./application-content";
import type { ApplicationConflict } from "./application-edit";
import type { ApplicationFaults } from "./application-faults";

/** A save that the service has carried out. */
export type ApplicationSave = {
	/** What it replaced: Undo goes back to it. */
	before: ApplicationContent;
	/** What the service holds now. */
	after: ApplicationContent;
	/** Fields, in words, that the service stored otherwise than was sent. */
	differing: string[];
	/** The application's history, the save included; null where it can't be read just now. */
	history: ToldChange[] | null;
	/** ISO 8601 UTC, by the console's clock. */
	at: string;
};

/** What the form of a stored application shows after an answer. Data only: it crosses to the browser. */
export type ApplicationFormState = {
	/** The values to show; absent: those that are there. */
	values?: ApplicationFormValues;
	/** What counts as unchanged from now on; absent: as before. */
	opened?: ApplicationContent;
	faults?: ApplicationFaults;
	problem?: Problem;
	conflict?: ApplicationConflict;
	/** For some contested field nothing was chosen. */
	isUndecided?: boolean;
	saved?: ApplicationSave;
	/** Nothing was changed, so nothing was sent. */
	isUnchanged?: boolean;
};

/** A new secret on its only way: it stands in this answer and nowhere else. */
export type SecretShown = {
	clientId: string;
	name: string;
	/** Null for an application that has none. */
	secret: string | null;
	/** With the secret in them. */
	snippets: Snippet[];
};

/** What became of a create. */
export type CreateResult =
	| ({ kind: "created" } & SecretShown)
	/** The same was sent before; its secret was in that answer. */
	| { kind: "already"; clientId: string }
	| { kind: "under-way" }
	/** Nobody saw the answer, and these are as it was asked for. */
	| { kind: "found"; applications: { clientId: string; name: string }[] };

export type CreateFormState = {
	values?: ApplicationFormValues;
	faults?: ApplicationFaults;
	problem?: Problem;
	result?: CreateResult;
};
