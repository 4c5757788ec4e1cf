import { ASKS_FOR_CREDENTIALS } from "@/app/_sign-in-test/test-sign-in";
import { contentOf } from "@/app/(console)/applications/_edit/add-ons";
import { isOn } from "@/app/(console)/applications/_edit/protocol";
import { testObstacle, testRequester } from "@/app/(console)/applications/[id]/single-sign-on/test/report-on-response";
import { refreshPage, wordsPage } from "@/app/plain-page";
import { dashboardConfig } from "@/lib/dashboard/config";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { signInRequest } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { keepTest, newTestId } from "@/lib/dashboard/store/sign-in-tests";

/** Begins a test: sends the browser to the tenant as the application would. */
export async function POST(request: Request): Promise<Response> {
	const session = await outcomeOf(requireActionPermission("look"), "application");
	if (session.problem) return wordsPage("The test can't start", session.problem.message, 403);
	const form = await readForm(request);
	if (!form) return refuseForm();
	const id = String(form.get("applicationId"));
	const page = new URL(`${pageOf("application", id)}/single-sign-on/test`, dashboardConfig().appUrl);
	const found = await outcomeOf(getFederatedApplication(id), "application");
	if (found.problem) return see(page);
	const content = contentOf(found.value);
	const { protocol } = content;
	// The page shows the obstacle.
	if (testObstacle(content) !== null || !isOn(protocol)) return see(page);
	const state = newTestId();
	const { url, requestId } = signInRequest(protocol, {
		clientId: id,
		state,
		requester: testRequester(id, content),
		now: new Date(),
		promptsForCredentials: form.has(ASKS_FOR_CREDENTIALS),
	});
	const test = { subject: session.value.subject, testedId: id, protocol };
	const kept = await outcomeOf(keepTest(state, test, requestId), "application");
	if (kept.problem) return wordsPage("The test can't start", kept.problem.message, 503);
	return refreshPage("Test sign-in", url, "Continue to the tenant");
}

function see(page: URL): Response {
	return new Response(null, { status: 303, headers: { location: page.href } });
}
