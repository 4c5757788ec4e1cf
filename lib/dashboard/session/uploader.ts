import "server-only";
import { NextRequest } from "next/server";
import type { StartedApp } from "@/lib/process/started-app";
import { cookieName, dashboardConfig } from "../config";
import { challengeOf, expectationOf, FOR_PROGRAMS, workingToken } from "../console-tokens/admit-token";
import { failureInWords } from "../console-tokens/respond-to-program";
import { may, whoMay } from "./permissions";
import { sessionOf } from "./session";

/** Reads the session of an upload before its body: to be called outside of Next. */
export const uploaderOf: StartedApp["uploaderOf"] = async (cookie) => {
	const config = dashboardConfig();
	const { cookies } = new NextRequest(config.appUrl, { headers: { cookie } });
	const session = await sessionOf(cookies.get(cookieName("session", config))?.value ?? null);
	if (!session) return { status: 401, message: "Your session has ended. Sign in again. Nothing was changed." };
	if (may(session.role, "changeTemplates")) return { subject: session.subject };
	return { status: 403, message: `${whoMay("changeTemplates")} Nothing was changed.` };
};

/** Finds the token of a large body before it is read. */
export const plannerOf: StartedApp["plannerOf"] = async (authorization) => {
	try {
		const token = await workingToken(authorization, FOR_PROGRAMS);
		if (token) return { subject: `token ${token.id}` };
		return { status: 401, message: expectationOf(FOR_PROGRAMS), headers: challengeOf(FOR_PROGRAMS) };
	} catch (error) {
		return failureInWords(error);
	}
};
