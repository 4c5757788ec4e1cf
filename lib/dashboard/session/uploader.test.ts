import { afterEach, beforeEach, expect, test } from "vitest";
import { cookieName, dashboardConfig } from "../config";
import { createSession } from "../store/sessions";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { uploaderOf } from "./uploader";

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

/** The header of a browser in which an admin is signed in. */
async function cookieOf(subject: string): Promise<string> {
	const admin = { subject, name: subject, email: null, email_verified: 0, id_token: null, user_agent: null };
	return `theme=dark; ${cookieName("session", dashboardConfig())}=${await createSession(admin)}; a=b`;
}

test("a folder may be sent by an editor, whose session is read from the request's cookies", async () => {
	expect(await uploaderOf(await cookieOf("editor"))).toEqual({ subject: "editor" });
});

test("by no one else: those without a session are told to sign in, the others who may", async () => {
	const name = cookieName("session", dashboardConfig());
	for (const cookie of ["", "theme=dark", `${name}=unknown`, `${name}=`, "=;;%", await cookieOf("no admin")]) {
		expect(await uploaderOf(cookie), cookie).toMatchObject({ status: 401 });
	}
	for (const subject of ["viewer", "support"]) {
		const refusal = { status: 403, message: "Changing templates needs the editor role. Nothing was changed." };
		expect(await uploaderOf(await cookieOf(subject))).toEqual(refusal);
	}
});
