import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Section } from "@/components/ui/section";
import { resources } from "@/lib/dashboard/registry/resources";
import { BlockLink } from "../block-link";
import { ROWS_HEIGHT } from "./count-row";

/** What to do first, in a tenant that has no templates. */
export function Beginning({ canWrite, isLate }: { canWrite: boolean; isLate: boolean }) {
	return (
		<Section title="Beginning">
			<ol className={classNames("grid content-start divide-y divide-line text-sm", isLate && ROWS_HEIGHT)}>
				<Step link={canWrite ? <BlockLink href={resources.template.create.path}>New template</BlockLink> : null}>
					{canWrite
						? "Create the first template: tick what a verification asks the holder for."
						: "This tenant has no template yet. An editor can create the first one."}
				</Step>
				<Step link={<BlockLink href={resources["refresh token"].path}>Find a refresh token</BlockLink>}>
					Find a refresh token by its user, and see what is stored with it.
				</Step>
				<Step link={<BlockLink href="/connection">Check the connection</BlockLink>}>
					See what the tenant lets this console do.
				</Step>
			</ol>
		</Section>
	);
}

function Step({ link, children }: { link: ReactNode; children: ReactNode }) {
	return (
		<li className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1.5">
			<span>{children}</span>
			{link}
		</li>
	);
}
