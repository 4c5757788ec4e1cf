import type { Problem } from "@/lib/dashboard/problem/problem";
import type { ResourceName } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import type { RequestPrint } from "@/lib/dashboard/templates/request-print";

/** A place to go to. `detail` distinguishes equal names; `print` is a template's, where its request is known. */
export type JumpPlace = { text: string; detail?: string | null; print?: RequestPrint | null; href: string };

/** A place, or a control in the frame of every page, folded or not, that is pressed: its selector. */
export type JumpOption = JumpPlace | { text: string; detail?: null; print?: null; press: string };

export type JumpGroup = { title: string; options: JumpOption[] };

/** The page that searches everything. */
export const SEARCH_PATH = "/search";

/** The list of results, which the input of the palette controls. */
export const OPTIONS_ID = "palette-options";

/** What was found of one resource. Built field by field, since it is sent to the browser. */
export type Found = {
	what: ResourceName;
	/** Which ones of the tenant's they are: those that match the text, or others, among which the palette searches. */
	are: "opened recently" | "newest" | "by name" | "matching";
	/** `detail` distinguishes equal names; absent: the identifier does. Without a name the resource's is shown. */
	found: { id: string; name: string | null; detail?: string; print?: RequestPrint | null }[];
	/** Whether the tenant has no others that match. */
	isWhole?: boolean;
	/** How many they are, where the tenant has more that can't be searched. */
	searched?: number;
};

export type JumpResponse = {
	found: Found[];
	/** What could not be searched, in sentences. */
	notes?: string[];
	/** Why more could not be read. */
	unread?: Problem;
};

export type JumpRights = {
	role: Role;
	/** Whether the tenant has an outbox that this user may open. */
	hasOutbox: boolean;
	/** Absent: only the role says whether this user may make up changes of templates. */
	mayPropose?: boolean;
};
