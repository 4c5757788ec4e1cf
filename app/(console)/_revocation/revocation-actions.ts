"use server";

import type { ConfirmedState } from "@/app/_forms/confirmed-action";
import { revokeRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSession } from "@/lib/dashboard/management/sessions";
import { requestRevocation } from "./request-revocation";

export async function revokeTokenAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return requestRevocation(form, "refresh token", revokeRefreshToken);
}

export async function endSessionAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return requestRevocation(form, "session", endUserSession);
}
