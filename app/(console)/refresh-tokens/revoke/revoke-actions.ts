"use server";

import { revokeRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { requestRevocation } from "../../_revocation/request-revocation";

export async function revokeTokenAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	return requestRevocation(form, "refresh token", "delete_refresh-tokens_by_id", revokeRefreshToken);
}
