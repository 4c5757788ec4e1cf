import { wordsPage } from "@/app/plain-page";
import { dashboardConfig } from "@/lib/dashboard/config";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { readForm } from "@/lib/dashboard/request/read-form";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TestedProtocol } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/single-sign-on/verified-response";
import { keepResponse } from "@/lib/dashboard/store/sign-in-tests";
import { NO_PENDING_TEST } from "../no-pending-test";

/** Base64 adds a third, and percent-encoding in a form up to as much again. */
const BODY_BYTES_MAX = 2 * RESPONSE_BYTES_MAX;
const TITLE = "This response can't be shown";

/** The responses that a page of the tenant posts, by the last segment of the address: the fields that hold one. */
const tested: Record<string, { protocol: TestedProtocol; response: string; state: string }> = {
	saml: { protocol: "samlp", response: "SAMLResponse", state: "RelayState" },
	"ws-federation": { protocol: "wsfed", response: "wresult", state: "wctx" },
};

/**
 * Stores the response to a test of a sign-in: without a session, because a cross-site form sends no cookie. It is stored for
 * a few minutes under a random name, and the page that this redirects to shows it to the admin who began the test.
 */
export async function POST(request: Request, { params }: RouteContext<"/sign-in-test/[protocol]">): Promise<Response> {
	const { protocol: segment } = await params;
	const fields = Object.hasOwn(tested, segment) ? tested[segment] : undefined;
	if (!fields) return wordsPage(TITLE, "No protocol has this URL. Nothing was kept.", 404);
	const tooLarge = `It is larger than ${RESPONSE_BYTES_MAX / 1024} KB. Nothing was kept.`;
	if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) return wordsPage(TITLE, tooLarge, 413);
	const form = await readForm(request);
	const [response, state] = [form?.get(fields.response), form?.get(fields.state)];
	if (typeof response !== "string" || response === "" || typeof state !== "string") {
		return wordsPage(TITLE, `The form has no ${fields.response} and ${fields.state}. Nothing was kept.`, 400);
	}
	if (response.length > BODY_BYTES_MAX) return wordsPage(TITLE, tooLarge, 413);
	const kept = await outcomeOf(keepResponse(state, fields.protocol, response), "application");
	if (kept.problem) return wordsPage(TITLE, `${kept.problem.message} Nothing was kept.`, 503);
	if (!kept.value) return wordsPage(TITLE, NO_PENDING_TEST, 400);
	const { testedId, pickup } = kept.value;
	const page = new URL(`${pageOf("application", testedId)}/single-sign-on/test`, dashboardConfig().appUrl);
	page.searchParams.set("pickup", pickup);
	return new Response(null, { status: 303, headers: { location: page.href, "cache-control": "no-store" } });
}
