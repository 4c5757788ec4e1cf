import { useEffect, useRef } from "react";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { SecretPanel } from "../_access/secret-panel";
import type { CreateResult } from "../_edit/application-actions";

/** The result of a create that was not refused. */
export function CreateOutcome({ result }: { result: CreateResult }) {
	const panel = useRef<HTMLDivElement>(null);
	useEffect(() => panel.current?.focus(), []);
	switch (result.kind) {
		case "created":
			return (
				<div className="grid max-w-3xl gap-5">
					<SecretPanel ref={panel} shown={result} title="Application created" />
					<p className="flex flex-wrap gap-3">
						{/* A full page load, which resets the form. */}
						<a href={resources.application.create.path} className={buttonClass()}>
							Create another
						</a>
						<PageLink href={pageOf("application", result.clientId)} className={buttonClass("primary")}>
							Open the application
						</PageLink>
					</p>
				</div>
			);
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
						<PageLink href={resources.application.path} className="text-accent underline">
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
	}
}

function ApplicationLink({ clientId, name }: { clientId: string; name: string }) {
	return (
		<PageLink href={pageOf("application", clientId)} className="font-medium text-accent underline">
			{name}
		</PageLink>
	);
}
