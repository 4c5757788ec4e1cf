import "server-only";
import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireActionRole } from "@/lib/dashboard/session/session";
import type { TemplateContent, TemplateFormValues } from "../../edit/template-form-values";
import type { TryItInput } from "../fields";
import type { TryItAnswer, TryItKind } from "./try-it-answer";

type Asked = {
	kind: TryItKind;
	opened: TemplateContent | null;
	values: TemplateFormValues;
	input: TryItInput;
};

/** Runs a simulation or a check with the template as the form has it. Nothing of it is kept, sent on or noted. */
export async function answerTryIt({ kind }: Asked): Promise<TryItAnswer> {
	try {
		await requireActionRole("viewer");
		const report: PresentationReport = {
			...{
				verdict: "rejected",
				reason: "Nothing is checked yet.",
				checks: [],
				elements: [],
				chain: [],
				validity: null,
			},
			...{ application: null, diagnostic: null, session: [], downloads: [] },
		};
		return { kind, report };
	} catch (error) {
		return { kind, problem: problemOf(error, "template") };
	}
}
