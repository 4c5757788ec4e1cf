import { expect, vi } from "vitest";
import type { IdentityService } from "../context/identity-service";
import { textOf } from "./account-calls";

const LINE = /^identity-service: login\/(?:callback|connection|page) refused: (.+)\n$/;

/** Expects a refusal with one line in the log, no cookie, no new session and no new user. @returns its sentence */
export async function refused(
	service: IdentityService,
	send: () => Promise<Response>,
	statuses: readonly number[] = [400],
): Promise<string> {
	const [before, users] = [await sessionsOf(service), await usersOf(service)];
	const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
	const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
	const response = await send();
	const lines = written.mock.calls.map(([line]) => String(line));
	written.mockRestore();
	const text = await textOf(response.clone());
	expect(statuses, text).toContain(response.status);
	expect(response.headers.getSetCookie()).toEqual([]);
	expect(response.headers.get("location")).toBeNull();
	expect(lines, text).toEqual([expect.stringMatching(LINE)]);
	for (const print of printed) expect(print).not.toHaveBeenCalled();
	expect(await sessionsOf(service)).toEqual(before);
	expect(await usersOf(service)).toEqual(users);
	const [, sentence = ""] = LINE.exec(lines[0] ?? "") ?? [];
	expect(text).toContain(sentence);
	const isPage = response.headers.get("content-type")?.startsWith("text/html");
	if (isPage && response.status === 400) expect(text).toContain("The sign-in did not succeed");
	return sentence;
}

async function sessionsOf({ database }: IdentityService) {
	const models = ["Session", "AuthorizationCode", "ProviderSession"];
	return database.selectFrom("oidc_artifacts").selectAll().where("model", "in", models).execute();
}

async function usersOf({ database }: IdentityService) {
	return database.selectFrom("users").selectAll().orderBy("user_id").execute();
}
