import { afterEach, beforeEach, expect, test } from "vitest";
import { requireTokenRead, TokenReader } from "../session/token-reader";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { failureInWords } from "./respond-to-program";

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

test("what a token may not do is refused in words, and is no mistake of the console", async () => {
	const reader = new TokenReader({ id: "t", name: "CI" });
	const refusal = await Promise.resolve()
		.then(() => requireTokenRead(reader, "delete_vc_templates_by_id"))
		.catch((error: unknown) => error);
	expect(failureInWords(refusal)).toEqual({
		status: 403,
		message: "Not allowed. A read token reads what viewers may, and changes nothing.",
	});
});
