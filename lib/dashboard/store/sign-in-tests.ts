import "server-only";
import { randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { dashboardSecrets } from "../secrets/dashboard-secrets";
import { dashboardDatabase, fromNow } from "./dashboard-database";

/** From the request to the response, and from the response to the page that shows it. */
const LIFETIME_MS = 10 * 60_000;
/** At the same time; the oldest are removed. */
const TESTS_PER_PERSON_MAX = 5;
/** A response contains personal data: it is encrypted in the store. */
const PURPOSE = "sign-in-test-answer";
const NAME = /^[\w-]{22}$/;

const PROTOCOLS = ["samlp", "wsfed", "oidc"] as const;

export type BegunTest = {
	subject: string;
	/** Of the application; for `oidc` of the identity provider. */
	testedId: string;
	protocol: (typeof PROTOCOLS)[number];
	/** For `oidc` the ID of the application that the test signs in to. */
	application?: string;
};

/** `requestId` of SAML; for `oidc` the code verifier. `response`: of SAML or WS-Federation; for `oidc` the query of the callback. */
export type CompletedTest = BegunTest & { requestId: string | null; response: string };

/** 128 random bits: short enough for a `RelayState`, which has at most 80 bytes. */
export function newTestId(): string {
	return randomBytes(16).toString("base64url");
}

/** Stores a new test. */
export async function keepTest(id: string, test: BegunTest, requestId: string | null): Promise<void> {
	const database = await dashboardDatabase();
	const { subject, testedId, protocol, application = null } = test;
	await database
		.insertInto("sign_in_tests")
		.values({
			id,
			subject,
			client_id: testedId,
			protocol,
			application,
			request_id: requestId,
			pickup: null,
			answer: null,
			until: fromNow(LIFETIME_MS),
		})
		.execute();
	const newest = database
		.selectFrom("sign_in_tests")
		.select("id")
		.where("subject", "=", subject)
		.orderBy("until", "desc")
		.orderBy("id")
		.limit(TESTS_PER_PERSON_MAX);
	await database.deleteFrom("sign_in_tests").where("subject", "=", subject).where("id", "not in", newest).execute();
}

/**
 * Stores the response of a test, which accepts one.
 * @returns what is tested and the identifier of the response; null where no test waits for it
 */
export async function keepResponse(
	id: string,
	protocol: BegunTest["protocol"],
	response: string,
): Promise<{ testedId: string; pickup: string } | null> {
	if (!NAME.test(id)) return null;
	const database = await dashboardDatabase();
	const pickup = newTestId();
	const sealed = await seal(response, (await dashboardSecrets()).current, PURPOSE);
	const kept = await database
		.updateTable("sign_in_tests")
		.set({ pickup, answer: sealed, until: fromNow(LIFETIME_MS) })
		.where("id", "=", id)
		.where("protocol", "=", protocol)
		.where("pickup", "is", null)
		.where("until", ">", fromNow(0))
		.returning("client_id")
		.executeTakeFirst();
	return kept ? { testedId: kept.client_id, pickup } : null;
}

/** Consumes a response. The caller checks whether the admin may see it. */
export async function takeResponse(pickup: string): Promise<CompletedTest | null> {
	if (!NAME.test(pickup)) return null;
	const database = await dashboardDatabase();
	const taken = await database
		.deleteFrom("sign_in_tests")
		.where("pickup", "=", pickup)
		.returning(["subject", "client_id", "protocol", "application", "request_id", "answer", "until"])
		.executeTakeFirst();
	if (!taken || taken.answer === null || taken.until <= fromNow(0)) return null;
	const opened = await unseal(taken.answer, (await dashboardSecrets()).known, PURPOSE);
	if (!opened) return null;
	const { subject, client_id: testedId, application, request_id: requestId } = taken;
	const protocol = PROTOCOLS.find((known) => known === taken.protocol);
	if (!protocol) return null;
	return { subject, testedId, requestId, response: opened.text, protocol, ...(application && { application }) };
}
