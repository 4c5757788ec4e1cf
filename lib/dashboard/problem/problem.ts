/** What went wrong, ready for the screen. Data only: it crosses to the browser, so it is built field by field. */
export type Problem = {
	title: string;
	message: string;
	/** Why, in a title's words, where the title says what could not be done. */
	reason?: string;
	/** The service's own words. */
	detail?: string;
	/** Names the line in the server's log. */
	reference?: string;
	/** Seconds after which trying again makes sense. */
	retryAfterSeconds?: number;
	/** The tenant gave no answer to a read: since when, and when this was said. ISO 8601 UTC. */
	down?: { since: string; at: string };
	/** Where the admin can look further. */
	link?: { href: string; text: string };
	/** The refusal belongs to the subject of the page: it is gone, or its name is taken. */
	about?: "missing" | "conflict" | "rejected" | "signed-out";
};
