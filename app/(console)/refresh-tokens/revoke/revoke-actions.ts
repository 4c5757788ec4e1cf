"use server";

import { revokeRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { requestEnd } from "../../_end/request-end";

export async function revokeTokenAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	return requestEnd(form, "refresh token", "delete_refresh-tokens_by_id", revokeRefreshToken);
}
