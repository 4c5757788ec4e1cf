import type { Problem } from "@/lib/dashboard/problem/problem";

/** A place to go to. `detail` distinguishes equal names; `isOutside`: it is no page of this console. */
export type JumpPlace = { text: string; detail?: string | null; href: string; isOutside?: boolean };

/** A place, or a control of the page to press. */
export type JumpOption = JumpPlace | { text: string; detail?: null; press: PressedControl };

/** Controls in the frame of every page: see `palette-results.tsx`. */
export type PressedControl = "theme-light" | "theme-dark" | "theme-system" | "keyboard-help" | "sign-out";

/** The key of an option within a list. */
export function keyOf(option: JumpOption): string {
	return "href" in option ? option.href : option.press;
}

export type JumpGroup = { title: string; options: JumpOption[] };

/** A template, user or recently opened token as the palette names it. Built field by field, since it is sent to the browser. */
export type JumpApplication = { id: string; name: string };
export type JumpTemplate = { id: string; name: string };
export type JumpUser = { id: string; label: string; name: string | null };
export type JumpToken = { id: string; user: string | null; application: string | null };

/** `hasMore`: the tenant has more templates than these newest ones, or one that could not be read. */
export type JumpTemplates = { templates: JumpTemplate[]; hasMore: boolean };

/** The palette's initial data. Tokens and applications are there even where the tenant's templates are not. */
export type JumpStartResponse = {
	tokens?: JumpToken[];
	applications?: JumpApplication[];
	/** How many these are, where the tenant has more. */
	applicationsRead?: number;
	templates?: JumpTemplates;
	problem?: Problem;
};

/** `users` is null where the tenant does not let this console search them. */
export type JumpUsersResponse = {
	users?: JumpUser[] | null;
	/** How many others match that could not be read. Absent: none. */
	unreadableUsers?: number;
	problem?: Problem;
};

/** What the palette's input calls on its list. */
export type ResultsHandle = {
	/** Moves to another option by an arrow, Home or End. False for every other key, and where there is no option. */
	move: (key: string) => boolean;
	/** Opens the active option, where one is. */
	go: () => void;
};
