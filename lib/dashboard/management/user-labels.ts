import "server-only";
import type { User } from "@/lib/contract/user";
import { requireRole } from "../session/session";
import { ManagementError } from "./call/errors";
import { getUser } from "./users";

const LABEL_LIFETIME_MS = 60_000;
const LABELS_MAX = 500;

const cached = new Map<string, { label: string; until: number }>();

/** What a person is called: e-mail address, else name, else identifier. */
export function labelOf({ user_id, email, name }: User): string {
	return email || name || user_id;
}

/**
 * The label of a user by identifier, kept for a minute. Labels are a convenience: where the tenant does not show its
 * users, or not this one, the identifier is the label.
 */
export async function userLabel(userId: string): Promise<string> {
	await requireRole("viewer");
	const known = cached.get(userId);
	if (known && Date.now() < known.until) return known.label;
	const label = await fetchLabel(userId);
	if (cached.size >= LABELS_MAX) cached.clear();
	cached.set(userId, { label, until: Date.now() + LABEL_LIFETIME_MS });
	return label;
}

async function fetchLabel(userId: string): Promise<string> {
	try {
		return labelOf(await getUser(userId));
	} catch (error) {
		if (error instanceof ManagementError) return userId;
		throw error;
	}
}
