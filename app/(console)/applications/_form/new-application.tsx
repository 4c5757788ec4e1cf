"use client";

import { EditorField, useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { withoutSecrets } from "@/app/_forms/without-secrets";
import { PageHeading } from "@/components/layout/page-heading";
import { resources } from "@/lib/dashboard/resources/resources";
import { type CreateState, createApplicationAction } from "../_edit/application-actions";
import { hasPeople, newApplication, newApplicationEditor } from "../_edit/application-editor";
import { draftInWords } from "../_edit/application-form";
import { CreateOutcome } from "./create-outcome";

const createWithoutSecrets = withoutSecrets<CreateState>(createApplicationAction, {});

/**
 * The form of a new application, replaced by what was created with its secret: the response to this submission, with
 * scripts and without. The secret is in no draft, no address and no history of the browser.
 */
export function NewApplication(props: EditorPage) {
	return (
		<EditorForm
			{...props}
			editor={newApplicationEditor}
			id=""
			idField="applicationId"
			baseline={null}
			start={newApplication}
			action={createWithoutSecrets}
			draftInWords={({ name }) => draftInWords(name)}
			className="max-w-3xl"
			done={created}
			notes={<NotCreated />}
			bar={<SaveBar submitLabel="Create application" />}
			frame={(form) => (
				<>
					<Heading />
					{form}
				</>
			)}
		>
			<NewFields />
		</EditorForm>
	);
}

/** Once it is created, the page's heading is the application's name. */
function Heading() {
	const { result }: CreateState = useEditing(newApplicationEditor).result;
	if (result?.kind === "created") return <PageHeading title={result.name} />;
	return (
		<PageHeading title={resources.application.create.title}>
			A name, a type and where sign-ins return to. The rest is set on its page.
		</PageHeading>
	);
}

function created({ result }: CreateState) {
	return result?.kind === "created" ? <CreateOutcome result={result} /> : null;
}

/** The result of a create that did not return a new secret. */
function NotCreated() {
	const { result }: CreateState = useEditing(newApplicationEditor).result;
	return result && result.kind !== "created" ? <CreateOutcome result={result} /> : null;
}

const types: Record<string, string> = {
	regular_web: "Runs on a server, where it can keep a secret. People sign in.",
	spa: "Runs in the browser, so it has no secret. People sign in.",
	native: "Runs on phones and desktops, so it has no secret. People sign in.",
	non_interactive: "Runs by itself and signs in with its secret, without people.",
};

/** Without scripts the help can't follow the chosen type, so it covers each. */
function NewFields() {
	const { isHydrated } = useEditing(newApplicationEditor);
	const { type } = useNow(newApplicationEditor).values;
	const { type: ofAll, callbacks } = newApplicationEditor.fields;
	return (
		<>
			<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
				<EditorField of={newApplicationEditor} name="name" />
				<EditorField of={newApplicationEditor} name="type" help={(isHydrated && types[type]) || ofAll.help} />
			</div>
			{isHydrated && !hasPeople(type) ? null : (
				<EditorField
					of={newApplicationEditor}
					name="callbacks"
					help={isHydrated ? callbacks.help : `${callbacks.help} Left out for machine to machine.`}
				/>
			)}
		</>
	);
}
