import type { ReactNode } from "react";
import { Mark } from "./mark";

/** A page with one thing to do: sign in, choose, read an error. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<main className="mx-auto grid min-h-dvh w-full max-w-sm content-center gap-6 px-4 py-10">
			<p className="flex items-center gap-2.5 text-base font-medium">
				<Mark className="size-7" />
				Identity Console
			</p>
			<div className="grid gap-5 rounded-lg border border-line bg-surface p-6">
				<h1 className="text-2xl font-semibold">{title}</h1>
				{children}
			</div>
		</main>
	);
}
