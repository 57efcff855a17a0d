import { z } from "@hono/zod-openapi";
import type { MoveReport } from "../../../data/moving/comparison.ts";
import { listRuns, type MoveRun, requireRun, startRun, stopRun } from "../../../data/moving/runs.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { actorName, actorOf, storedActor } from "../../../store/activity/actors.ts";
import { answerOf } from "../framework/answers.ts";
import { change, requestActor } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { described, rowNumber } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { moveReportSchema, moveSchema, newMove } from "./move-schemas.ts";

const tags = ["Import and export"];
const moveId = z.object({ id: rowNumber("move").openapi({ example: 1 }) });
const answer = (description: string) => answerOf("move", moveSchema, description);

/** Moves an account from another service, in the background. */
export const moveRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/moves",
      role: "owner",
      scope: "account:manage",
      summary: "List moves from other services",
      description: "The last ten, newest first. Owners only.",
      tags,
      responses: {
        200: {
          description: "The moves.",
          content: json(z.object({ moves: z.array(moveSchema).describe("The moves, newest first.") })),
        },
        ...problems(),
      },
    }),
    async (c) => {
      const runs = await listRuns(c.var.services.db.read, c.var.account.id);
      return c.json({ moves: runs.map(present) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/moves",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "move.started" },
      summary: "Move from another service",
      description:
        "Brings settings, products, files, orders and the history of downloads over from another service with the unversioned XML " +
        "interface, in the background. Nobody gets an email. Start it again at any time: it resumes where it stopped, and makes nothing " +
        "twice. The key and the token are kept, encrypted, until it ends. Follow it at `moves/{id}`.",
      tags,
      middleware: [jsonBody("move")] as const,
      request: { body: { required: true, content: json(newMove) } },
      responses: { 202: answer("The move, which has begun."), ...problems(400, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { from, api_key: apiKey, api_token: apiToken, dry_run: dryRun } = c.req.valid("json");
      if (c.var.key?.isTest && !dryRun) {
        throw new DomainError("not_allowed", "A test key cannot bring orders over, because they would not be tests.");
      }
      // The old service may use http, because people who move from there have no choice.
      const problem = services.network.addressProblem(from.trim(), { requiresTls: false });
      rejectFields([{ field: "from", message: problem }]);
      const wanted = { from, apiKey, apiToken, dryRun, actor: storedActor(requestActor(c.var)) };
      const run = await change(c, (tx) => startRun(tx, services.vault, account.id, wanted, now));
      return c.json({ move: present(run) }, 202, {
        location: `${services.accountUrl(account)}/api/v3/moves/${run.id}`,
      });
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/moves/{id}",
      role: "owner",
      scope: "account:manage",
      summary: "Retrieve a move",
      description: "How far it is, and its report once it is done.",
      tags,
      request: { params: moveId },
      responses: {
        200: {
          description: "The move and its report.",
          content: json(
            z.object({
              move: described(moveSchema, "The move."),
              report: moveReportSchema,
            }),
          ),
        },
        ...problems(404),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { run, report } = await requireRun(services.db.read, account.id, c.req.valid("param").id);
      return c.json({ move: present(run), report: report && presentReport(report) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/moves/{id}/stop",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "move.stopped" },
      summary: "Stop a move",
      description: "What was brought over stays. Does nothing to a move that has ended.",
      tags,
      request: { params: moveId },
      responses: { 200: answer("The move."), ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const run = await change(c, (tx) => stopRun(tx, account.id, c.req.valid("param").id, now));
      return c.json({ move: present(run) }, 200);
    },
  );

function present(run: MoveRun): z.output<typeof moveSchema> {
  return {
    id: run.id,
    from: run.source,
    dry_run: run.dryRun === 1,
    state: run.state,
    step: run.step,
    step_done: run.stepDone,
    step_total: run.stepTotal,
    notice: run.notice,
    problem: run.problem,
    created_by: actorName(actorOf(run.actor)),
    created_at: writeInstant(run.createdAt),
    finished_at: run.finishedAt === null ? null : writeInstant(run.finishedAt),
  };
}

function presentReport({ differenceCount, ...report }: MoveReport): z.output<typeof moveReportSchema> {
  return { ...report, difference_count: differenceCount };
}
