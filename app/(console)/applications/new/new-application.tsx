"use client";

import { EditorField, useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { withoutSecrets } from "@/app/_forms/keep-input";
import { ButtonLink, PageLink } from "@/components/layout/links";
import { PageHeading } from "@/components/layout/page-heading";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { SecretPanel } from "../_access/secret-panel";
import { type CreateResult, type CreateState, createApplicationAction } from "../_edit/application-actions";
import { hasPeople, newApplication, newApplicationEditor } from "../_edit/application-editor";

const { create, title } = resources.application;
const createWithoutSecrets = withoutSecrets<CreateState>(createApplicationAction, { kind: "idle" });

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
			className="max-w-3xl"
			done={(state) => {
				const result = resultOf(state);
				return result?.kind === "created" ? <Created result={result} /> : null;
			}}
			notes={(state) => <NotCreated result={resultOf(state)} />}
			bar={<SaveBar submitLabel="Create application" />}
			frame={(form, state) => (
				<>
					<Heading result={resultOf(state)} />
					{form}
				</>
			)}
		>
			<NewFields />
		</EditorForm>
	);
}

/** The result of the last submission. */
function resultOf(state: CreateState): CreateResult | null {
	return state.kind === "settled" ? state.made : null;
}

/** Once it is created, the page's heading is the application's name. */
function Heading({ result }: { result: CreateResult | null }) {
	const isCreated = result?.kind === "created";
	return (
		<PageHeading title={isCreated ? result.name : create.title}>
			{isCreated ? null : "Enter a name, a type and where sign-ins return to. Set the rest on its page."}
		</PageHeading>
	);
}

function Created({ result }: { result: Extract<CreateResult, { kind: "created" }> }) {
	return (
		<div className="grid max-w-3xl gap-5">
			<SecretPanel shown={result} title="Application created" />
			<p className="flex flex-wrap gap-3">
				{/* A full page load, which resets the form. */}
				<a href={create.path} className={buttonClass()}>
					Create another
				</a>
				<ButtonLink href={pageOf("application", result.clientId)} variant="primary">
					Open the application
				</ButtonLink>
			</p>
		</div>
	);
}

const notCreated = {
	already: {
		title: "Already created",
		what: "You sent the same a moment ago. Its secret was in that response; this console does not have it.",
		next: "If you did not store the secret, rotate it to get a new one. For a second application, use another name.",
	},
	"under-way": {
		title: "It is being created",
		what: "You sent the same a moment ago, and its response has not come yet.",
		next: `Look at ${title} before you send it again.`,
	},
	found: {
		title: "Not confirmed, but it seems to exist",
		what: "The request went out, but its response got lost, and the secret with it. Names are not unique, so this may be another application with the same settings:",
		next: "If it is yours, rotate its secret to get a new one. If not, change the name and create it again.",
	},
};

/** The result of a create that did not return a new secret. */
function NotCreated({ result }: { result: CreateResult | null }) {
	if (!result || result.kind === "created") return null;
	const { title, what, next } = notCreated[result.kind];
	return (
		<Alert tone="warning" title={title}>
			<p>{what}</p>
			{result.ids.map((id) => (
				<p key={id}>
					<PageLink href={pageOf("application", id)} className="font-medium text-accent underline">
						Open the application
					</PageLink>{" "}
					<code className="wrap-anywhere">{id}</code>
				</p>
			))}
			<p>{next}</p>
		</Alert>
	);
}

const types: Record<string, string> = {
	regular_web: "Runs on a server, where it can keep a secret. Users sign in.",
	spa: "Runs in the browser, so it has no secret. Users sign in.",
	native: "Runs on phones and desktops, so it has no secret. Users sign in.",
	non_interactive: "Runs by itself and signs in with its secret, without users.",
};

/** Without scripts the help can't follow the chosen type, so it covers each. */
function NewFields() {
	const { isHydrated } = useEditing(newApplicationEditor);
	const { type } = useNow(newApplicationEditor).values;
	return (
		<>
			<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
				<EditorField of={newApplicationEditor} name="name" />
				<EditorField
					of={newApplicationEditor}
					name="type"
					description={(isHydrated && types[type]) || newApplicationEditor.fields.type.input.help}
				/>
			</div>
			{isHydrated && !hasPeople(type) ? null : <EditorField of={newApplicationEditor} name="callbacks" />}
		</>
	);
}
