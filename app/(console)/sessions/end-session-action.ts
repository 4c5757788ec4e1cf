"use server";

import { endUserSession } from "@/lib/dashboard/management/sessions";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { requestRevocation } from "../_revocation/request-revocation";

export async function endSessionAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	return requestRevocation(form, "session", "post_session_revoke", endUserSession);
}
