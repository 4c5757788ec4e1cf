import { wordsPage } from "@/app/plain-page";
import { dashboardConfig } from "@/lib/dashboard/config";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { keepResponse } from "@/lib/dashboard/store/sign-in-tests";
import { NO_PENDING_TEST } from "../no-pending-test";

const TESTED = "identity provider";
const CANT_BE_SHOWN = "This response can't be shown";
const QUERY_LENGTH_MAX = 16 * 1024;

/**
 * The callback of a test: stores what the tenant sent for a few minutes under a random name, and the page that this redirects to
 * shows it to the admin who began the test. It needs no session, as the pages of the tenant that post a response.
 */
export async function GET(request: Request): Promise<Response> {
	const { search, searchParams } = new URL(request.url);
	if (search.length > QUERY_LENGTH_MAX)
		return wordsPage(CANT_BE_SHOWN, "It is too long. Nothing was kept.", 413, TESTED);
	const state = searchParams.get("state") ?? "";
	const kept = await outcomeOf(keepResponse(state, "oidc", search), TESTED);
	if (kept.problem) return wordsPage(CANT_BE_SHOWN, `${kept.problem.message} Nothing was kept.`, 503, TESTED);
	if (!kept.value) return wordsPage(CANT_BE_SHOWN, NO_PENDING_TEST, 400, TESTED);
	const { testedId, pickup } = kept.value;
	const page = new URL(`${pageOf(TESTED, testedId)}/test`, dashboardConfig().appUrl);
	page.searchParams.set("pickup", pickup);
	return new Response(null, { status: 303, headers: { location: page.href, "cache-control": "no-store" } });
}
