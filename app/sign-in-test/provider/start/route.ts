import { ASKS_FOR_CREDENTIALS } from "@/app/_sign-in-test/test-sign-in";
import { refreshPage, wordsPage } from "@/app/plain-page";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import { getConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { CANT_BE_NAMED, prepareProviderTest, providerSignIn } from "@/lib/dashboard/single-sign-on/provider-test";
import { keepTest, newTestId } from "@/lib/dashboard/store/sign-in-tests";

const CANT_BEGIN = "The test can't start";
const TESTED = "identity provider";

/**
 * Begins a test of an identity provider: sends the browser to the tenant with a request that names the provider. What the test
 * needs there is set up first, which its page says.
 */
export async function POST(request: Request): Promise<Response> {
	const session = await outcomeOf(requireActionPermission("look"), TESTED);
	if (session.problem) return wordsPage(CANT_BEGIN, session.problem.message, 403, TESTED);
	const form = await readForm(request);
	if (!form) return refuseForm();
	const id = String(form.get("connectionId"));
	const begun = await outcomeOf(begin(id, form.has(ASKS_FOR_CREDENTIALS)), TESTED);
	if (begun.problem) {
		const { about, message, title } = begun.problem;
		return wordsPage(CANT_BEGIN, message || title, about === "missing" ? 404 : 400, TESTED);
	}
	const { state, url, verifier, application } = begun.value;
	const test = { subject: session.value.subject, testedId: id, protocol: "oidc", application } as const;
	const kept = await outcomeOf(keepTest(state, test, verifier), TESTED);
	if (kept.problem) return wordsPage(CANT_BEGIN, kept.problem.message, 503, TESTED);
	return refreshPage("Test sign-in", url, "Continue to the tenant");
}

async function begin(id: string, promptsForCredentials: boolean) {
	const connection = await getConnectionWithClients(id);
	if (!connection.name) throw new WriteRefused(CANT_BEGIN, CANT_BE_NAMED);
	const application = await prepareProviderTest(connection);
	const requested = { state: newTestId(), clientId: application, connectionName: connection.name };
	return { ...requested, application, ...(await providerSignIn({ ...requested, promptsForCredentials })) };
}
