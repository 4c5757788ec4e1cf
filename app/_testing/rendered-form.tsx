import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Component, type ComponentProps, type ReactNode } from "react";
import { Queries } from "@/app/_forms/queries";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import { historyOf } from "@/app/_history/history";
import { dashboardConfig } from "@/lib/dashboard/config";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { emptyValues, type TemplateFormValues, templateEditor } from "../(console)/templates/_edit/template-editor";
import { contentOf } from "../(console)/templates/_edit/template-save";
import { templateUrl } from "../(console)/templates/_form/page-parts";
import { PrintOfForm, TemplateForm } from "../(console)/templates/_form/template-form";

type Options = {
	canWrite?: boolean;
	start?: TemplateFormValues;
	isCreated?: boolean;
	subject?: string;
	isProposedOnly?: boolean;
	/** What the console's frame says of the second editor; absent: there is no rule. */
	rules?: ComponentProps<typeof SecondEditorRules>["value"];
};

/**
 * The form of a template as its page renders it from the tenant's present content.
 * @param id absent for a new template
 */
export async function openForm(id?: string, { canWrite = true, subject = "editor", ...rest }: Options = {}) {
	const baseline = id ? contentOf(await getTemplateWithPurpose(id)) : null;
	const redirects: string[] = [];
	const { unmount } = render(
		<Left>
			<Queries>
				<SecondEditorRules value={rest.rules ?? NO_RULE}>
					<TemplateForm
						{...(id && { history: await historyOf([templateEditor], "template", id) })}
						canWrite={canWrite}
						subject={subject}
						id={id ?? ""}
						baseline={baseline}
						start={rest.start ?? (baseline ? templateEditor.valuesOf(baseline) : emptyValues)}
						head={<PrintOfForm />}
						url={templateUrl(id)}
						verifier={dashboardConfig().tenant.name}
						presetStatements={presetStatements}
						tryIt={null}
						isCreated={rest.isCreated ?? false}
						madeAt={new Date().toISOString()}
						timeZone="UTC"
						historyDays={90}
						isProposedOnly={rest.isProposedOnly ?? false}
					/>
				</SecondEditorRules>
			</Queries>
		</Left>,
		{ onCaughtError: (error) => void redirects.push(String((error as { digest?: string }).digest)) },
	);
	return {
		unmount,
		/** The ID of the proposal to whose page the form has redirected. */
		proposedId: () =>
			waitFor(() => {
				const id = /\/proposals\/([^;]+)/.exec(redirects[0] ?? "")?.[1];
				if (!id) throw new Error(`Nothing led to a proposal: ${redirects}`);
				return decodeURIComponent(id);
			}),
		/** The id of the template to whose page a creation has redirected. */
		createdId: () =>
			waitFor(() => {
				const id = /\/templates\/(vct_\w+)/.exec(redirects[0] ?? "")?.[1];
				if (!id) throw new Error(`Nothing led to a template: ${redirects}`);
				return id;
			}),
	};
}

const NO_RULE = { rule: { kinds: [], attributes: [] }, allowsEmergency: false, mayPropose: true };

/** A redirect of an action is an error of the framework: nothing is shown from then on. Any other error fails the test. */
class Left extends Component<{ children: ReactNode }> {
	override state: { error?: object } = {};
	static getDerivedStateFromError = (error: object) => ({ error });
	override render() {
		const { error } = this.state;
		if (error && !("digest" in error)) throw error;
		return error ? null : this.props.children;
	}
}

/** The one control with this label, like `getByLabelText` in a tenth of the time. */
export function box(label: string): HTMLInputElement {
	const labels = [...document.querySelectorAll("label")].filter(
		({ control, textContent }) => (control?.getAttribute("aria-label") ?? textContent) === label,
	);
	const control = labels[0]?.control;
	if (labels.length !== 1 || !control) throw new Error(`${labels.length} labels are “${label}”.`);
	return control as HTMLInputElement;
}
export const nameBox = () => box("Name");
export const filterBox = () => screen.getByLabelText<HTMLInputElement>("Filter attributes");
export const authorityBox = () => box("Custom certificate authority");
export const button = (name: string) => screen.getByText(name, { selector: 'button, a:not([href^="#box-"])' });
export const press = (name: string) => void fireEvent.click(button(name));
export const fill = (field: HTMLElement, value: string) => void fireEvent.change(field, { target: { value } });
export const findText = (words: string | RegExp) => screen.findByText(words);
export const hasText = (words: string | RegExp) => screen.queryByText(words) !== null;
export const tick = (...labels: string[]) => {
	for (const label of labels) fireEvent.click(box(label));
};

/** The values of all ticked boxes. */
export const tickedNames = () =>
	[...document.querySelectorAll<HTMLInputElement>('input[name="attribute"]:checked')].map(({ value }) => value).sort();

/** Neither filtered out nor in a collapsed section. */
export const isShown = (element: HTMLElement) => element.closest("[hidden], details:not([open])") === null;

/** The accessible description of a control. */
export const description = (control: HTMLElement) =>
	(control.getAttribute("aria-describedby") ?? "")
		.split(" ")
		.map((id) => document.getElementById(id)?.textContent ?? "")
		.join(" ");

const textOf = (label: string, selector: string) => screen.queryByLabelText(label, { selector })?.textContent ?? "";

/** What saving would do, above the button. */
export const changes = () => textOf("Changes", "section");
/** The text of a tab's panel. */
export const tabText = (title: string) => textOf(title, "[role=tabpanel]");
export const inTab = (title: string) => within(screen.getByLabelText(title, { selector: "[role=tabpanel]" }));
/** A text of the tab “Request”; empty where absent. */
export const requestText = (title: "JSON" | "cURL" | "DCQL query" | "ISO 18013-5 items") => textOf(title, "section");
