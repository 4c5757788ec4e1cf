"use server";

import { endUserSession } from "@/lib/dashboard/management/sessions";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { requestEnd } from "../../_end/request-end";

export async function endSessionAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	return requestEnd(form, "session", "post_session_revoke", endUserSession);
}
