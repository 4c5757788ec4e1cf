import { ButtonForm } from "@/app/_forms/action-form";
import { Section } from "@/components/ui/section";
import type { OperationName } from "@/lib/contract/operations";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { BlockLink } from "./block-link";
import { dismissFirstSteps } from "./first-steps-actions";

/** Which of the first steps are done. */
export type StepsDone = { connection: boolean; template: boolean; token: boolean; application: boolean };

const { template, application, "refresh token": token } = resources;

const steps: { step: keyof StepsDone; text: string; href: string; write?: OperationName }[] = [
	{ step: "connection", text: "Connect the console to its tenant", href: "/connection" },
	{ step: "template", text: "Create the first template", href: template.create.path, write: "post_vc_templates" },
	{ step: "token", text: "Open a refresh token", href: token.path },
	{ step: "application", text: "Create an application", href: application.create.path, write: "post_clients" },
];

/** The first steps, until all are done or the list is dismissed. */
export function FirstSteps({ done, role }: { done: StepsDone; role: Role }) {
	const shown = steps.filter(({ write }) => !write || canUse(role, write));
	const left = shown.filter(({ step }) => !done[step]);
	if (left.length === 0) return null;
	return (
		<Section
			title="First steps"
			aside={
				<div className="-mr-3 flex items-center gap-3">
					<span className="text-xs text-muted tabular-nums">
						{shown.length - left.length} of {shown.length} done
					</span>
					<ButtonForm action={dismissFirstSteps} label="Dismiss" variant="quiet" />
				</div>
			}
		>
			<ul className="divide-y divide-line">
				{shown.map(({ step, text, href }) => (
					<li key={step} className="flex min-h-10 items-center gap-3 text-sm">
						<Mark isDone={done[step]} />
						{done[step] ? (
							<span className="text-muted">
								{text}
								<span className="sr-only">, done</span>
							</span>
						) : (
							<BlockLink href={href}>{text}</BlockLink>
						)}
					</li>
				))}
			</ul>
		</Section>
	);
}

function Mark({ isDone }: { isDone: boolean }) {
	return (
		<svg
			aria-hidden="true"
			viewBox="0 0 16 16"
			className={`size-4 shrink-0 fill-none [stroke-linecap:round] [stroke-width:1.5] ${isDone ? "stroke-success" : "stroke-control"}`}
		>
			<circle cx="8" cy="8" r="6.5" />
			{isDone ? <path d="M5 8.2l2.1 2.1L11 6.2" /> : null}
		</svg>
	);
}
