/** An error as a page shows it. Data only, built field by field: it is sent to the browser. */
export type Problem = {
	title: string;
	message: string;
	/** The cause, as a title, where `title` names what could not be done. */
	reason?: string;
	/** The service's own message. */
	detail?: string;
	/** Identifies the line in the server's log. */
	reference?: string;
	/** Seconds after which trying again makes sense. */
	retryAfterSeconds?: number;
	/** The tenant does not respond: since when, and as of when. ISO 8601 UTC. */
	down?: { since: string; at: string };
	/** Where the admin can look further. */
	link?: { href: string; text: string };
	/**
	 * What a refusal concerns: the subject of the page, which no longer exists or whose name is in use, the stated reason, or
	 * the second editor whom the save needs.
	 */
	about?: "missing" | "name-taken" | "reason" | "second-editor" | "rejected" | "signed-out";
};
