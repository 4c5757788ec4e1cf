"use client";

import { useEffect, useRef } from "react";
import { EditorField, useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { withoutSecrets } from "@/app/_forms/keep-input";
import { PageLink } from "@/components/layout/links";
import { PageHeading } from "@/components/layout/page-heading";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { SecretPanel } from "../_access/secret-panel";
import { type CreateResult, type CreateState, createApplicationAction } from "../_edit/application-actions";
import { hasPeople, newApplication, newApplicationEditor } from "../_edit/application-editor";
import { draftInWords } from "../_edit/application-form";

const { create, path } = resources.application;
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
			done={({ result }: CreateState) => (result?.kind === "created" ? <Created result={result} /> : null)}
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

/** The result of the last submission. */
function useCreateResult(): CreateResult | undefined {
	const { result }: CreateState = useEditing(newApplicationEditor).result;
	return result;
}

/** Once it is created, the page's heading is the application's name. */
function Heading() {
	const result = useCreateResult();
	if (result?.kind === "created") return <PageHeading title={result.name} />;
	return (
		<PageHeading title={create.title}>
			A name, a type and where sign-ins return to. The rest is set on its page.
		</PageHeading>
	);
}

function Created({ result }: { result: Extract<CreateResult, { kind: "created" }> }) {
	const panel = useRef<HTMLDivElement>(null);
	useEffect(() => panel.current?.focus(), []);
	return (
		<div className="grid max-w-3xl gap-5">
			<SecretPanel ref={panel} shown={result} title="Application created" />
			<p className="flex flex-wrap gap-3">
				{/* A full page load, which resets the form. */}
				<a href={create.path} className={buttonClass()}>
					Create another
				</a>
				<PageLink href={pageOf("application", result.clientId)} className={buttonClass("primary")}>
					Open the application
				</PageLink>
			</p>
		</div>
	);
}

/** The result of a create that did not return a new secret. */
function NotCreated() {
	const result = useCreateResult();
	switch (result?.kind) {
		case "already":
			return (
				<Alert tone="info" title="It was created already">
					<p>
						You sent the same a moment ago, and that made an application. Its secret was in that answer; this console
						does not have it. Where you did not store it, rotate the secret to get a new one.
					</p>
					<p>
						<ApplicationLink clientId={result.clientId} name="Open the application" />
					</p>
					<p>For a second one, give it another name.</p>
				</Alert>
			);
		case "under-way":
			return (
				<Alert tone="info" title="It is being created just now">
					<p>
						You sent the same a moment ago, and its answer is not there yet. Look at{" "}
						<PageLink href={path} className="text-accent underline">
							the applications
						</PageLink>{" "}
						before you send it again.
					</p>
				</Alert>
			);
		case "found":
			return (
				<Alert tone="warning" title="Not confirmed, but it seems to be there">
					<p>
						The request went out and its answer got lost, and with it the secret. Names are not unique, so this console
						can’t be sure; this is as you asked for it:
					</p>
					<ul className="list-disc pl-5">
						{result.applications.map((one) => (
							<li key={one.clientId}>
								<ApplicationLink {...one} /> <code className="break-all">{one.clientId}</code>
							</li>
						))}
					</ul>
					<p>
						If it is the one: rotate its secret to get one that you see. If not, change the name and create it again.
					</p>
				</Alert>
			);
		default:
			return null;
	}
}

function ApplicationLink({ clientId, name }: { clientId: string; name: string }) {
	return (
		<PageLink href={pageOf("application", clientId)} className="font-medium text-accent underline">
			{name}
		</PageLink>
	);
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
