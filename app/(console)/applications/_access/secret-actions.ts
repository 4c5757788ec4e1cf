"use server";

import { rotateSecret } from "@/lib/dashboard/management/applications/write-applications";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/session/session";
import { type SecretShown, shownSecret } from "./shown-secret";

export type RotateState = { problem?: Problem; shown?: SecretShown };

/** Rotates an application's secret; the new one is in this result alone. */
export async function rotateSecretAction(_: RotateState, sent: FormData): Promise<RotateState> {
	try {
		const { form } = await permittedForm("changeApplications", sent);
		const { application, secret } = await rotateSecret(String(form.get("applicationId")));
		return { shown: shownSecret(application, secret) };
	} catch (error) {
		const problem = problemOf(error, "application");
		const isLost = error instanceof ManagementError && error.outcomeUnknown;
		return { problem: isLost ? { ...problem, message: lost } : problem };
	}
}

const lost =
	"The request went out, but no answer came that this console could read: the secret may be a new one that nobody has seen. Rotate it once more to get one that you see.";
