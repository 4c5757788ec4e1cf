import { createSession } from "./sessions";

/** A session of this console for a user of the tenant. */
export function openSessionOf(subject: string): Promise<string> {
	const user = { subject, name: subject, email: null, email_verified: 0 };
	return createSession({ ...user, id_token: null, user_agent: null });
}
